#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/dap/agent_view.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string text_or(const OrderedJson& json, const char* name, const char* otherwise) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string(otherwise);
}

std::string score_text(const OrderedJson& option) {
  const OrderedJson& score = option["score"];
  if (!score.is_number()) return "not eligible";
  return fmt::format("{:.4f}", score.get<double>() + option.value("inertia", 0.0));
}

void add_option(const OrderedJson& option, bool is_picked, std::string& text) {
  text += fmt::format("\n  {}{}{}: {}", option["action"].get<std::string>(),
                      option["target"].is_string() ? " for " + option["target"].get<std::string>() : "",
                      is_picked ? " ◀" : "", score_text(option));
  if (option["obstacle"].is_string()) text += fmt::format(" – {}", option["obstacle"].get<std::string>());
  if (!is_picked) return;
  for (const OrderedJson& term : option["terms"]) {
    const OrderedJson& adds = term["contribution"];
    text += fmt::format("\n    {}: {}", term["name"].get<std::string>(),
                        adds.is_number() ? fmt::format("{:.4f}", adds.get<double>()) : "none");
  }
}

}  // namespace

std::string why_text(const OrderedJson& why) {
  const OrderedJson& choice = why["choice"];
  const std::string picked = choice.is_object() ? choice["action"].get<std::string>() : "nothing";
  std::string text = fmt::format("{} picks {}{}", why["agent"].get<std::string>(), picked,
                                 choice.is_object() && choice["target"].is_string()
                                     ? " for " + choice["target"].get<std::string>()
                                     : "");
  if (const std::string note = text_or(why, "note", ""); !note.empty()) text += fmt::format(": {}", note);
  for (const OrderedJson& option : why["options"]) add_option(option, option["action"] == picked, text);
  for (const OrderedJson& flip : why["flips"])
    text += fmt::format("\n{} it would pick {}{} ({} instead of {})", flip["condition"].get<std::string>(),
                        text_or(flip, "action", "nothing"),
                        flip["target"].is_string() ? " for " + flip["target"].get<std::string>() : "",
                        flip["to"].get<std::string>(), flip["from"].get<std::string>());
  return text;
}

}  // namespace ishi::compiler::cli
