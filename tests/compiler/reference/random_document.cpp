#include "compiler/reference/random_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ishi::compiler::reference {
namespace {

class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  std::string write() {
    out_ = "ishi: 1\n";
    if (chance(0.3)) out_ += "up: z\n";
    out_ +=
        "enums: { mood: [calm, wary, angry] }\n"
        "things:\n"
        "  person: { fields: { strength: { type: number, range: 0..10 }, side: { one_of: [friend, foe] }, "
        "armed: boolean } }\n"
        "blackboard:\n"
        "  n1: { type: number, range: 0..100, default: 20 }\n"
        "  n2: { type: number, range: -5..5 }\n"
        "  n3: number\n"
        "  i1: { type: integer, range: 0..12, default: 3 }\n"
        "  b1: boolean\n"
        "  mood: mood\n"
        "  d1: { type: length, range: 0m..50m, default: 10m }\n"
        "  t1: { type: duration, range: 0s..60s }\n"
        "  who: person\n"
        "  other: entity\n"
        "  home: point\n"
        "  wind: direction\n"
        "  w1: { type: number, range: 0..1, scope: world }\n"
        "  m1: { type: number, range: 0..1, scope: team, default: 0.5 }\n";
    write_curves();
    out_ += "values:\n";
    for (int i = 0; i < 2; ++i) out_ += fmt::format("  v{}: \"{}\"\n", i, number(2));
    value_count_ = 2;
    out_ += "needs:\n";
    for (int i = 0; i < 2; ++i)
      out_ += fmt::format("  need{}: {{ level: \"{}\"{} }}\n", i, number(3), maybe_curve());
    out_ += "drives:\n";
    out_ += fmt::format("  drive0: {{ level: \"{}\"{} }}\n", number(3), maybe_curve());
    motives_ = true;
    write_profiles();
    write_actions();
    return out_;
  }

 private:
  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(random_); }
  double real(double low, double high) {
    return std::round(std::uniform_real_distribution<>(low, high)(random_) * 1000) / 1000;
  }

  template <class... T>
  std::string one_of(T... texts) {
    const std::string all[] = {std::string(texts)...};
    return all[static_cast<size_t>(below(static_cast<int>(sizeof...(T))))];
  }

  std::string maybe_curve() { return chance(0.6) ? fmt::format(", curve: c{}", below(15)) : ""; }

  std::string point_rows() {
    std::string rows;
    double x = real(-1, 0);
    const int count = 2 + below(4);
    for (int i = 0; i < count; ++i) {
      rows += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", x, real(0, 1));
      x += real(0.05, 0.6);
    }
    return rows;
  }

  std::string corners(int count) {
    std::vector<double> values(static_cast<size_t>(count));
    for (double& value : values) value = real(-0.5, 1.5);
    std::ranges::sort(values);
    values.back() += 0.1;
    std::string text;
    for (const double value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
    return text;
  }

  std::string key_rows() {
    std::string rows;
    double x = real(-1, 0);
    const int count = 1 + below(4);
    for (int i = 0; i < count; ++i) {
      rows += fmt::format("{}{{ at: {}, value: {}, in: {}, out: {} }}", i == 0 ? "" : ", ", x, real(0, 1),
                          real(-2, 2), real(-2, 2));
      x += real(0.1, 0.6);
    }
    return rows;
  }

  void write_curves() {
    const std::string kinds[] = {
        fmt::format("linear: {{ slope: {}, shift: {}, offset: {} }}", real(0.1, 3), real(-1, 1), real(-1, 1)),
        fmt::format("power: {{ exponent: {}, slope: {}, shift: {}, offset: {} }}",
                    one_of("2", "3", "0.5", "1.7", "1"), real(0.2, 2), real(-1, 1), real(-0.5, 0.5)),
        fmt::format("exponential: {{ rate: {} }}", real(-6, 6)),
        fmt::format("logistic: {{ midpoint: {}, slope: {} }}", real(0, 1), real(1, 20)),
        fmt::format("logit: {{ scale: {} }}", real(0.05, 0.3)),
        fmt::format("gaussian: {{ center: {}, width: {} }}", real(0, 1), real(0.05, 1)),
        fmt::format("sine: {{ cycles: {}, phase: {} }}", real(0.1, 4), real(-1, 1)),
        fmt::format("smoothstep: {{ from: {}, to: {} }}", real(-0.5, 0.4), real(0.5, 1.5)),
        fmt::format("step: {{ at: {} }}", real(0, 1)),
        fmt::format("triangle: [{}]", corners(3)),
        fmt::format("trapezoid: [{}]", corners(4)),
        fmt::format("points: [{}]", point_rows()),
        fmt::format("smooth: [{}]", point_rows()),
        fmt::format("keys: [{}], before: {}, after: {}", key_rows(), one_of("hold", "repeat", "mirror"),
                    one_of("hold", "repeat", "mirror")),
        fmt::format("steps: [{}]", point_rows()),
    };
    out_ += "curves:\n";
    int index = 0;
    for (const std::string& kind : kinds) {
      std::string more;
      if (chance(0.3)) more += ", invert: true";
      if (chance(0.3)) more += fmt::format(", output: {}..{}", real(-1, 0.4), real(0.5, 2));
      if (chance(0.2)) more += ", clamp: false";
      if (index < 9 && chance(0.2)) more += fmt::format(", input: {}..{}", real(-1, 0.3), real(0.5, 4));
      out_ += fmt::format("  c{}: {{ {}{} }}\n", index++, kind, more);
    }
    out_ += "  far: { points: [[0m, 1], [8m, 0.8], [20m, 0]] }\n";
    out_ += fmt::format("  late: {{ power: 2, input: 0s..{}s }}\n", 10 + below(50));
  }

  void write_profiles() {
    out_ += "importance:\n";
    for (int i = 0; i < 3; ++i) {
      out_ += fmt::format("  p{}: {{ need0: {}, need1: {{ weight: {}{} }}, drive0: {{ weight: 1{} }} }}\n", i,
                          real(0, 3), real(0, 2), maybe_curve(), maybe_curve());
    }
  }

  void write_actions() {
    out_ += "actions:\n";
    const int count = 3 + below(5);
    std::string list;
    for (int i = 0; i < count; ++i) {
      in_option_ = true;
      out_ += fmt::format("  a{}:\n", i);
      if (chance(0.5)) out_ += fmt::format("    when: \"{}\"\n", condition(3));
      switch (below(5)) {
        case 0:
          out_ += fmt::format("    gains: {{ need0: {}, need1: \"{}\" }}\n", real(-1, 1), number(1));
          if (chance(0.5)) out_ += fmt::format("    reduces: {{ drive0: {} }}\n", real(-1, 1));
          break;
        case 1: out_ += fmt::format("    reduces: {{ drive0: {} }}\n", real(-1, 1)); break;
        case 2:
          out_ += fmt::format("    tactical:\n      expectation: {}\n      risk: {}\n      opportunity: {}\n",
                              number(3), number(2), number(2));
          if (chance(0.5))
            out_ += fmt::format("      cost: {}\n      weights: {{ expectation: {}, cost: {} }}\n", number(2),
                                real(0, 2), real(0, 2));
          break;
        case 3:
          out_ += "    considerations:\n";
          for (int k = 0; k <= below(5); ++k) out_ += fmt::format("      k{}: {}\n", k, number(3));
          out_ += fmt::format("    combine: {}\n",
                              one_of("product", "compensated", "geometric", "min", "max", "mean", "sum"));
          break;
        default: out_ += fmt::format("    score: {}\n", number(4)); break;
      }
      if (chance(0.3)) out_ += fmt::format("    weight: {}\n", number(1));
      if (chance(0.2)) out_ += fmt::format("    rank: {}\n", below(3));
      list += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
    }
    out_ += fmt::format(
        "agents:\n  who:\n    actions: [{}]\n    importance: p0\n    select: {{ inertia: {}, normalize: {} "
        "}}\n",
        list, real(0, 0.2), one_of("true", "false"));
  }

  // --- expressions, by type ---------------------------------------------------------------------------

  std::string number(int depth) {
    if (depth <= 0) {
      switch (below(motives_ ? 14 : 12)) {
        case 0: return fmt::format("{}", real(0, 2));
        case 1: return fmt::format("{}", below(5));
        case 2: return "n1.norm";
        case 3: return "n2";
        case 4: return "n3";
        case 5: return "i1.norm";
        case 6: return "b1";
        case 7: return "w1";
        case 8: return "m1";
        case 9: return "who.known";
        case 10: return "if(who.known, who.strength.norm, 0.3)";
        case 11: return value_count_ > 0 ? fmt::format("v{}", below(value_count_)) : "n2";
        case 12: return fmt::format("needs.need{}", below(2));
        default: return "drives.drive0";
      }
    }
    const auto n = [&] { return number(depth - 1 - below(2)); };
    switch (below(24)) {
      case 0: return fmt::format("{} + {}", n(), n());
      case 1: return fmt::format("({} - {})", n(), n());
      case 2:
      case 3: return fmt::format("{} * ({})", atom(depth), n());
      case 4: return fmt::format("{} / (2 + abs({}))", atom(depth), n());
      case 5: return fmt::format("min({}, {}, {})", n(), n(), n());
      case 6: return fmt::format("max({}, {})", n(), n());
      case 7: return fmt::format("clamp({}, {}, {})", n(), real(-1, 0.3), real(0.4, 2));
      case 8: return fmt::format("lerp({}, {}, clamp({}, 0, 1))", n(), n(), n());
      case 9: return fmt::format("-abs({})", n());
      case 10: return fmt::format("floor({})", n());
      case 11: return fmt::format("sqrt(abs({}))", n());
      case 12: return fmt::format("exp(-abs({}))", n());
      case 13: return fmt::format("log(1 + abs({}))", n());
      case 14: return fmt::format("sin({} * 1rad)", atom(depth));
      case 15: return fmt::format("if({}, {}, {})", condition(depth - 1), n(), n());
      case 16: return fmt::format("norm({}, {}, {})", n(), real(-2, 0), real(1, 4));
      case 17: return fmt::format("remap({}, 0, {}, {}, {})", n(), real(1, 4), real(-1, 0), real(1, 2));
      case 18: return fmt::format("smoothstep({}, {}, {})", real(-1, 0), real(0.5, 2), n());
      case 19: return fmt::format("mod({}, {})", n(), real(0.5, 3));
      case 20: return fmt::format("abs({})^{}", n(), one_of("2", "0.5", "1.3", "3"));
      case 21: return fmt::format("far({})", length(depth - 1));
      case 22: return fmt::format("late(t1)");
      default: return fmt::format("c{}({})", below(15), n());
    }
  }

  std::string atom(int depth) { return fmt::format("({})", number(depth - 2)); }

  std::string length(int depth) {
    switch (below(6)) {
      case 0: return "d1";
      case 1: return "distance(who)";
      case 2: return "distance(home)";
      case 3: return "distance(who, home)";
      case 4: return depth > 0 ? fmt::format("max({}, {})", length(depth - 1), length(depth - 1)) : "3m";
      default: return "distance(other) * 0.5 + 1m";
    }
  }

  std::string condition(int depth) {
    if (depth > 1 && chance(0.4)) {
      const auto c = [&] { return condition(depth - 1); };
      switch (below(3)) {
        case 0: return fmt::format("({} and {})", c(), c());
        case 1: return fmt::format("({} or {})", c(), c());
        default: return fmt::format("not ({})", c());
      }
    }
    switch (below(12)) {
      case 0: return "b1";
      case 1: return "who.known";
      case 2: return fmt::format("i1 {} {}", one_of("==", "!=", "<", ">="), below(12));
      case 3: return fmt::format("mood {} {}", one_of("==", "!="), one_of("calm", "wary", "angry"));
      case 4: return "who.known and who.side == foe";
      case 5: return "who == other";
      case 6: return in_option_ ? "running" : "b1";
      case 7: return fmt::format("abs(bearing(who)) < {}deg", 20 + below(140));
      case 8: return fmt::format("angle(wind, direction(home)) < {}deg", 20 + below(140));
      case 9: return fmt::format("{} < {}", length(0), one_of("5m", "10m", "d1"));
      case 10: return fmt::format("t1 > {}s", below(60));
      default: return fmt::format("{} {} {}", number(1), one_of("<", ">", "<=", ">="), number(1));
    }
  }

  std::mt19937& random_;
  std::string out_;
  int value_count_ = 0;
  bool motives_ = false;
  bool in_option_ = false;
};

}  // namespace

std::string random_document(std::mt19937& random) { return Writer(random).write(); }

Situation random_situation(const Model& model, std::mt19937& random) {
  const auto real = [&](double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random));
  };
  const auto below = [&](uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(random); };
  const auto place = [&] { return Vector{real(-20, 20), real(-20, 20), real(-20, 20)}; };
  const auto direction = [&] {
    const Vector v{real(-1, 1), real(-1, 1), real(0.1, 1)};
    const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return Vector{v[0] / length, v[1] / length, v[2] / length};
  };
  const auto fill = [&](const Variable& variable, SituationValue& value) {
    switch (variable.resolved.kind) {
      case ValueKind::point: value.value = place(); break;
      case ValueKind::direction: value.value = direction(); break;
      case ValueKind::integer:
      case ValueKind::boolean:
      case ValueKind::enumeration:
        value.value[0] =
            static_cast<float>(below(static_cast<uint32_t>(variable.high - variable.low) + 1)) + variable.low;
        break;
      default: value.value[0] = variable.has_range() ? real(variable.low, variable.high) : real(-3, 3); break;
    }
  };
  Situation situation;
  situation.agent = 0;
  situation.profile = below(3) == 0 ? kNone : below(static_cast<uint32_t>(model.importance.size()));
  situation.running =
      below(2) == 0 ? kNone
                    : model.agents[0]
                          .value.actions[below(static_cast<uint32_t>(model.agents[0].value.actions.size()))]
                          .index;
  situation.position = place();
  situation.facing = direction();
  for (uint32_t i = 0; i < 3; ++i) {
    SituationEntity& entity = situation.entities.emplace_back();
    entity.thing = i < 2 ? 0 : kNone;
    entity.position = place();
    entity.facing = direction();
    if (i == 2) continue;
    for (uint32_t f = 0; f < model.things[0].value.fields.size(); ++f) {
      SituationValue value{f};
      fill(model.things[0].value.fields[f].value, value);
      entity.fields.push_back(value);
    }
  }
  for (uint32_t k = 0; k < model.blackboard.size(); ++k) {
    if (below(5) == 0) continue;  // the default
    const Variable& variable = model.blackboard[k].value;
    SituationValue value{k};
    if (variable.resolved.kind == ValueKind::entity) {
      const uint32_t count = variable.resolved.reference == kNone ? 3 : 2;
      value.entity = below(3) == 0 ? kNone : below(count);
    } else {
      fill(variable, value);
    }
    situation.keys.push_back(value);
  }
  return situation;
}

}  // namespace ishi::compiler::reference
