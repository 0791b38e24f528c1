#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "cli/sweep/print_swept.h"

namespace ishi::compiler::cli {
namespace {

// A value without its unit, which stands in the head; words as they are.
std::string bare(const Axis& axis, float value) {
  std::string text = axis.text(value);
  const std::string_view suffix = axis.unit == nullptr ? "" : axis.unit->suffix;
  if (axis.kind != Axis::Kind::words && text.ends_with(suffix)) text.resize(text.size() - suffix.size());
  return text;
}

// As RFC 4180 has it.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string unit_of(const Axis& axis) { return axis.unit == nullptr ? "" : std::string(axis.unit->suffix); }

nlohmann::ordered_json value_of(const Axis& axis, float value) {
  const std::string text = bare(axis, value);
  return axis.kind == Axis::Kind::words ? nlohmann::ordered_json(text)
                                        : nlohmann::ordered_json(std::strtod(text.c_str(), nullptr));
}

}  // namespace

void print_swept_csv(const Swept& swept) {
  const Axis& axis = swept.axes[0];
  const bool has_two = swept.axes.size() == 2;
  const std::string unit = unit_of(axis).empty() ? "" : fmt::format(" ({})", unit_of(axis));
  fmt::print("agent,profile,way,{}key,from{},to{},chooses\n", has_two ? cell(swept.axes[1].name) + "," : "",
             unit, unit);
  for (const SweptProfile& profile : swept.profiles) {
    const auto print = [&](const std::string& way, const std::string& second, const std::string& from,
                           const std::string& to, const SweptDecision& decision) {
      fmt::print("{},{},{},{}{},{},{},{}\n", cell(swept.agent), cell(profile.title()), way, second,
                 cell(axis.name), cell(from), cell(to), cell(swept.name_of(decision)));
    };
    const std::string at_rest = swept.running.empty() ? "at rest" : "running " + swept.running;
    for (const SweptRow& row : profile.rows) {
      const std::string second = has_two ? cell(bare(swept.axes[1], row.second)) + "," : "";
      for (const SweptStretch& stretch : row.line.stretches)
        print(at_rest, second, bare(axis, stretch.first), bare(axis, stretch.last), stretch.decision);
    }
    if (!profile.hysteresis) continue;
    for (const Switch& change : profile.hysteresis->rising)
      print("rising", "", bare(axis, change.at), "", change.to);
    for (const Switch& change : profile.hysteresis->falling)
      print("falling", "", bare(axis, change.at), "", change.to);
  }
}

nlohmann::ordered_json swept_json(const Swept& swept) {
  const Axis& axis = swept.axes[0];
  nlohmann::ordered_json json;
  json["agent"] = swept.agent;
  json["given"] = swept.given;
  json["running"] =
      swept.running.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(swept.running);
  for (const Axis& one : swept.axes)
    json["axes"].push_back({{"key", one.name},
                            {"unit", unit_of(one)},
                            {"low", value_of(one, one.low)},
                            {"high", value_of(one, one.high)}});
  json["profiles"] = nlohmann::ordered_json::array();
  for (const SweptProfile& profile : swept.profiles) {
    nlohmann::ordered_json of_profile;
    of_profile["importance"] = profile.names;
    of_profile["is_proved"] = profile.widest_gap() == 0;
    of_profile["widest_gap"] = profile.widest_gap() / (axis.unit == nullptr ? 1 : axis.unit->factor);
    for (const SweptRow& row : profile.rows) {
      nlohmann::ordered_json line;
      if (swept.axes.size() == 2) line[swept.axes[1].name] = value_of(swept.axes[1], row.second);
      for (const SweptStretch& stretch : row.line.stretches)
        line["stretches"].push_back({{"from", value_of(axis, stretch.first)},
                                     {"to", value_of(axis, stretch.last)},
                                     {"chooses", swept.name_of(stretch.decision)}});
      of_profile["lines"].push_back(std::move(line));
    }
    const auto add = [&](const char* way, const std::vector<Switch>& changes) {
      of_profile[way] = nlohmann::ordered_json::array();
      for (const Switch& change : changes)
        of_profile[way].push_back({{"at", value_of(axis, change.at)},
                                   {"from", swept.name_of(change.from)},
                                   {"to", swept.name_of(change.to)}});
    };
    if (profile.hysteresis) {
      add("rising", profile.hysteresis->rising);
      add("falling", profile.hysteresis->falling);
    }
    if (profile.map) {
      nlohmann::ordered_json& map = of_profile["map"];
      map["unproved"] = profile.map->unproved;
      map["finest"] = profile.map->finest;
      for (const SweptArea& area : profile.map->areas) {
        map["areas"].push_back(
            {{"from", {value_of(axis, area.first.low), value_of(swept.axes[1], area.second.low)}},
             {"to", {value_of(axis, area.first.high), value_of(swept.axes[1], area.second.high)}},
             {"chooses", swept.name_of(area.decision)},
             {"is_proved", area.is_proved}});
      }
    }
    json["profiles"].push_back(std::move(of_profile));
  }
  return json;
}

}  // namespace ishi::compiler::cli
