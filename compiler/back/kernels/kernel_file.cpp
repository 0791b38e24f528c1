#include "kernels/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "emit/cpp_names.h"
#include "ishi/asset_info.h"
#include "ishi/kernel_plan.h"

namespace ishi::compiler {
namespace {

constexpr size_t kLongestComment = 60;

// The shortest decimal that is this float.
std::string literal(float value) {
  if (std::isinf(value)) return value < 0 ? "-HUGE_VALF" : "HUGE_VALF";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

// Cut between characters, never within one of several bytes.
std::string comment_of(std::string_view text) {
  size_t length = std::min(text.size(), kLongestComment);
  while (length > 0 && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80)
    --length;
  std::string result(text.substr(0, length));
  std::ranges::replace_if(
      result, [](char c) { return (c >= 0 && c < ' ') || c == '\\'; }, ' ');
  return result;
}

// A part: for whole vectors, and for the few of which a lane does not fit.
constexpr std::string_view kPart = R"(template <typename Way>
HWY_INLINE void {0}_of(const Rows& r, Way& way) {{
{1}}}
void {0}(const KernelRows& rows) {{
  for (size_t i = 0; i < rows.lanes; i += kAtOnce) {{
    Together way;
    {0}_of({{rows, i}}, way);
    if (HWY_UNLIKELY(way.must_be_one_by_one(rows.lanes - i))) ::ishi::{0}_one_by_one(rows, i, i + kAtOnce);
  }}
}}
#if HWY_ONCE
HWY_NOINLINE void {0}_one_by_one(const KernelRows& rows, size_t i, size_t end) {{
  OneByOne way;
  for (; i < end; i += kAtOnce) {0}_of({{rows, i}}, way);
}}
#endif

)";

// A part that picks much of the candidates at hand. It picks for several vectors first and then computes
// them, since a processor that waits for picks looks ahead no further than one vector.
constexpr std::string_view kPickingPart = R"(HWY_INLINE void {0}_picks(const Rows& r, Picks<{2}>& picks) {{
{3}}}
template <typename Way>
HWY_INLINE void {0}_of(const Rows& r, Way& way, const Picks<{2}>& picks) {{
{1}}}
void {0}(const KernelRows& rows) {{
  Picks<{2}> picks;
  for (size_t i = 0, picked = 0; i < rows.lanes; i += kAtOnce) {{
    for (; picked < rows.lanes && picked < i / kPicked * kPicked + kPicked; picked += kAtOnce)
      {0}_picks({{rows, picked}}, picks);
    Together way;
    {0}_of({{rows, i}}, way, picks);
    if (HWY_UNLIKELY(way.must_be_one_by_one(rows.lanes - i))) ::ishi::{0}_one_by_one(rows, i, i + kAtOnce);
  }}
}}
#if HWY_ONCE
HWY_NOINLINE void {0}_one_by_one(const KernelRows& rows, size_t i, size_t end) {{
  OneByOne way;
  Picks<{2}> picks;
  for (; i < end; i += kAtOnce) {{
    {0}_picks({{rows, i}}, picks);
    {0}_of({{rows, i}}, way, picks);
  }}
}}
#endif

)";
// A part with fewer picks makes each where it is needed.
constexpr size_t kMuchPicked = 3;

// An agent's parts, and the curves that they read.
class AgentWriter {
 public:
  AgentWriter(const Asset& asset, uint32_t agent, const KernelPlan& plan, std::string prefix)
      : asset_(asset),
        agent_(agent),
        info_(AssetParts(asset).agent(agent)),
        plan_(plan),
        prefix_(std::move(prefix)) {
    find_notes();
  }

  std::string text() {
    std::string parts;
    for (uint32_t part = 0; part < plan_.parts(); ++part) parts += part_text(part);
    std::string curves;
    for (const uint32_t curve : curves_) curves += curve_text(curve);
    return fmt::format("// --- {} ---\n\n{}{}{}", comment_of(name()), curves, curves.empty() ? "" : "\n",
                       parts);
  }

  [[nodiscard]] std::string name() const {
    return info_.name.empty() ? fmt::format("agent {}", agent_) : std::string(info_.name);
  }
  [[nodiscard]] std::string part_name(uint32_t part) const { return fmt::format("{}_{}", prefix_, part); }

 private:
  [[nodiscard]] OperationView operation(uint32_t i) const { return AssetParts(asset_).operation(agent_, i); }

  // The names under which options and considerations have their values.
  void find_notes() {
    const AssetParts parts(asset_);
    for (uint32_t i = 0; i < info_.options.count; ++i) {
      const OptionInfo option = parts.option(info_.options.first + i);
      if (option.name.empty()) continue;
      for (uint32_t k = 0; k < option.terms.count; ++k) {
        const TermInfo term = parts.term(option.terms.first + k);
        note(term.value, fmt::format("{}: {}", option.name, term.name));
      }
      note(option.score, fmt::format("score of {}", option.name));
    }
  }
  void note(uint32_t i, std::string text) { notes_.emplace(i, comment_of(text)); }

  std::string part_text(uint32_t index) {
    const KernelPlan::Part part = plan_.part(index);
    std::string body = inputs(part);
    for (size_t k = 0; k < part.shared.size(); ++k)
      body += fmt::format("  const Lanes v{} = r.shared({});\n", part.shared[k], k);
    entities_.clear();
    kinds_.clear();
    std::string picks;
    const std::vector<uint32_t> picked_before = this->picked_before(part);
    for (size_t k = 0; k < picked_before.size(); ++k) {
      const uint32_t i = picked_before[k];
      const std::string its_value = source(part, i, picks);
      picks += fmt::format("  picks.put({}, r.i, {});\n", k, its_value);
      body += fmt::format("  const Lanes v{} = picks.of({}, r.i);\n", i, k);
    }
    if (!picked_before.empty()) kinds_.clear(), entities_.clear();
    for (const uint32_t i : part.operations) {
      if (std::ranges::find(picked_before, i) != picked_before.end()) continue;
      const std::string its_value = source(part, i, body);
      body += fmt::format("  const Lanes v{} = {};", i, its_value);
      if (const auto found = notes_.find(i); found != notes_.end())
        body += fmt::format("  // {}", found->second);
      body += "\n";
    }
    for (size_t k = 0; k < part.outputs.size(); ++k)
      body += fmt::format("  r.give({}, v{});\n", k, part.outputs[k]);
    if (picked_before.empty()) return fmt::format(kPart, part_name(index), body);
    return fmt::format(kPickingPart, part_name(index), body, picked_before.size(), picks);
  }

  // Lists what a part picks of the candidates at hand; nothing if that is little.
  [[nodiscard]] std::vector<uint32_t> picked_before(const KernelPlan::Part& part) const {
    std::vector<uint32_t> result;
    const auto is_candidate = [&](uint32_t i) {
      return operation(i).code == OperationCode::member_row &&
             std::ranges::find(part.operations, i) != part.operations.end();
    };
    for (const uint32_t i : part.operations) {
      const bool is_picked = std::ranges::find(part.picked, i) != part.picked.end();
      if (is_candidate(i) || (is_picked && is_candidate(plan_.value_of(operation(i).a)))) result.push_back(i);
    }
    if (result.size() <= kMuchPicked) result.clear();
    return result;
  }

  // The text of an operation's value. Adds the lines that it needs to `body`.
  std::string source(const KernelPlan::Part& part, uint32_t i, std::string& body) {
    const auto found = std::ranges::find(part.picked, i);
    if (found != part.picked.end()) return picked(i, static_cast<size_t>(found - part.picked.begin()), body);
    return operation(i).code == OperationCode::member_row ? candidate(i, body) : value(i);
  }

  std::string inputs(const KernelPlan::Part& part) const {
    std::string result;
    for (size_t k = 0; k < part.inputs.size(); ++k) {
      const uint32_t i = part.inputs[k];
      if (part.of_members || !plan_.is_key(i)) {
        result += fmt::format("  const Lanes v{} = r.input({});\n", i, k);
        continue;
      }
      const NamedVariable key = AssetParts(asset_).key(operation(i).parameter);
      result +=
          fmt::format("  const Lanes v{} = r.held({}, {}, {}, {});{}\n", i, k, literal(key.variable.low),
                      literal(key.variable.high), literal(key.variable.fallback.x),
                      key.name.empty() ? "" : "  // " + comment_of(key.name));
    }
    return result;
  }

  // The text of the row of the candidate at hand. Adds a line to `body` that names the candidate.
  std::string candidate(uint32_t i, std::string& body) {
    body += fmt::format("  const Entities e{} = r.candidates();\n", i);
    entities_.insert(i);
    return fmt::format("e{}.number()", i);
  }

  // The text that picks a value from column `k`. The first pick of an entity adds a line to `body` that names
  // it, and the first of a kind one that says who is of that kind.
  std::string picked(uint32_t i, size_t k, std::string& body) {
    const OperationView operation = this->operation(i);
    const uint32_t row = plan_.value_of(operation.a);
    if (entities_.insert(row).second)
      body += fmt::format(
          "  alignas(64) uint32_t at{0}[kAtOnce];\n  const Entities e{0} = r.entities({1}, at{0});\n", row,
          operand(operation.a));
    constexpr float kFar = 1e6f;  // points and directions are held within it
    if (operation.code < OperationCode::field)
      return fmt::format("r.axis({}, e{}, {})", k, row, literal(kFar));
    const bool asks_kind = operation.code == OperationCode::is_thing;
    const uint32_t thing = asks_kind ? operation.parameter : kind_of_field(operation.parameter);
    const std::string kind = fmt::format("is{}_{}", row, thing);
    if (kinds_.insert(kind).second) {
      const std::string are = are_all_of(row, thing) ? fmt::format("are_somebody(e{})", row)
                                                     : fmt::format("r.are_of({}, e{})", k, row);
      body += fmt::format("  const Lanes::Mask {} = {};\n", kind, are);
    }
    if (asks_kind) return fmt::format("select({}, Lanes(1.0f), Lanes(0.0f))", kind);
    const VariableInfo info = AssetParts(asset_).field(operation.parameter).variable;
    if (operation.code != OperationCode::field) {
      const float fallback = operation.code == OperationCode::field_x   ? info.fallback.x
                             : operation.code == OperationCode::field_y ? info.fallback.y
                                                                        : info.fallback.z;
      return fmt::format("r.field({}, e{}, {}, {}, {}, {})", k, row, kind, literal(-kFar), literal(kFar),
                         literal(fallback));
    }
    const std::string high = literal(info.high), fallback = literal(info.fallback.x);
    if (info.type == ValueType::boolean || info.type == ValueType::enumeration)
      return fmt::format("r.byte_field({}, e{}, {}, {}, {})", k, row, kind, high, fallback);
    return fmt::format("r.field({}, e{}, {}, {}, {}, {})", k, row, kind, literal(info.low), high, fallback);
  }

  // True if a row is that of a candidate whose set takes this thing alone.
  [[nodiscard]] bool are_all_of(uint32_t row, uint32_t thing) const {
    const OperationView candidate = operation(row);
    if (candidate.code != OperationCode::member_row || plan_.is_machines(row)) return false;
    const AssetParts parts(asset_);
    const IndexRange things = parts.set(candidate.parameter).things;
    return things.count == 1 && parts.thing_of_set(things.first) == thing;
  }

  // The thing that has a field.
  [[nodiscard]] uint32_t kind_of_field(uint32_t field) const {
    const AssetParts parts(asset_);
    uint32_t thing = 0;
    while (field - parts.thing(thing).fields.first >= parts.thing(thing).fields.count) ++thing;
    return thing;
  }

  std::string value(uint32_t i) {
    const OperationView operation = this->operation(i);
    if (operation.code == OperationCode::curve) {
      if (curve_set_.insert(operation.parameter).second) curves_.push_back(operation.parameter);
      return fmt::format("apply(way, {}, {})", curve_name(operation.parameter), operand(operation.a));
    }
    if (operation.code == OperationCode::spread) return operand(operation.a);
    const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    std::string list;
    for (uint8_t k = 0; k < row.operands; ++k) list += (k == 0 ? "" : ", ") + operand(operands[k]);
    return fmt::format("apply<op::{}>({})", type_name_of(row.name), list);
  }

  std::string operand(uint32_t i) const {
    const OperationView read = operation(plan_.value_of(i));
    if (read.code == OperationCode::constant)
      return fmt::format("Lanes({})", literal(std::bit_cast<float>(read.parameter)));
    return fmt::format("v{}", plan_.value_of(i));
  }

  [[nodiscard]] std::string curve_name(uint32_t curve) const {
    return fmt::format("{}_curve_{}", prefix_, curve);
  }

  std::string curve_text(uint32_t index) const {
    const CurveView curve = AssetParts(asset_).curve(index);
    const std::string_view name = asset_.name(Kind::curves, index);
    std::string numbers;
    for (const float number : curve.numbers) numbers += (numbers.empty() ? "" : ", ") + literal(number);
    return fmt::format(
        "alignas(64) constexpr kernel::Curve<of::{}, {}> {}(of::frame_of({}, {}, {}, {}, {}), {{{}}});{}\n",
        type_name_of(kCurveKindNames[static_cast<size_t>(curve.kind)]), curve.numbers.size(),
        curve_name(index), curve.clamped, literal(curve.shift), literal(curve.scale),
        literal(curve.output_scale), literal(curve.output_shift), numbers,
        name.empty() ? "" : "  // " + comment_of(name));
  }

  const Asset& asset_;
  uint32_t agent_;
  AgentInfo info_;
  const KernelPlan& plan_;
  std::string prefix_;
  std::map<uint32_t, std::string> notes_;
  std::vector<uint32_t> curves_;  // in the order in which they are read
  std::set<uint32_t> curve_set_;
  // The entities and the kinds that have a name in the part that is being written.
  std::set<uint32_t> entities_;
  std::set<std::string> kinds_;
};

constexpr std::string_view kHead =
    R"(// Written by `ishi build --kernels`: do not change it. Compile it with -ffp-contract=off, with the folder of
// Ishi's kernel texts and that of this file among the include folders.

#include "program/kernel_texts.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "{0}"
#include "program/kernel_targets.inl"

namespace ishi {{
namespace {{
{1}}}  // namespace
}}  // namespace ishi

HWY_BEFORE_NAMESPACE();
namespace ishi {{
namespace {{
namespace HWY_NAMESPACE {{

namespace op = ::ishi::operations;
namespace of = ::ishi::curves;

#include "program/kernel_lanes.inl"

)";

constexpr std::string_view kDeclaration =
    "void {}_one_by_one(const KernelRows& rows, size_t i, size_t end){}";

constexpr std::string_view kMiddle = R"(}}  // namespace HWY_NAMESPACE
}}  // namespace
}}  // namespace ishi
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ishi {{
namespace {{

)";

}  // namespace

std::string kernels_source(const KernelFile& file, std::span<const Asset* const> assets) {
  std::string declarations, agents, definitions, tables, list;
  std::set<std::pair<uint64_t, uint64_t>> known;
  for (const Asset* const asset : assets) {
    for (uint32_t agent = 0; agent < asset->count(Kind::agents); ++agent) {
      KernelPlan plan;
      if (!KernelPlan::make(*asset, agent, plan) || plan.parts() == 0) continue;
      const uint64_t id = AssetParts(*asset).agent(agent).id.value;
      if (!known.emplace(id, plan.program_hash()).second) continue;
      AgentWriter writer(*asset, agent, plan, fmt::format("agent_{}", known.size() - 1));
      agents += writer.text();
      tables += fmt::format("constexpr KernelPart kAgent{}[] = {{\n", known.size() - 1);
      for (uint32_t part = 0; part < plan.parts(); ++part) {
        const std::string name = writer.part_name(part);
        declarations += fmt::format(kDeclaration, name, ";\n");
        definitions +=
            fmt::format(kDeclaration, name,
                        fmt::format(" {{\n  HWY_NAMESPACE::{}_one_by_one(rows, i, end);\n}}\n", name));
        tables += fmt::format("    ISHI_KERNEL_PART({}),\n", name);
      }
      tables += "};\n";
      list += fmt::format("    {{AgentId{{{:#018x}}}, {:#018x}, kAgent{}}},  // {}\n", id,
                          plan.program_hash(), known.size() - 1, comment_of(writer.name()));
    }
  }
  std::string result = fmt::format(kHead, file.file_name, declarations) + agents + fmt::format(kMiddle);
  result += definitions + (definitions.empty() ? "" : "\n") + tables;
  if (!list.empty()) result += fmt::format("constexpr Kernel kList[] = {{\n{}}};\n", list);
  result += fmt::format(
      "\n}}  // namespace\n}}  // namespace ishi\n\nnamespace {0} {{\n\nextern const ::ishi::Kernels "
      "kernels;\n"
      "constinit const ::ishi::Kernels kernels = {{{1}, {2}}};\n\n}}  // namespace {0}\n#endif\n",
      file.name_space, kKernelVersion, list.empty() ? "{}" : "::ishi::kList");
  return result;
}

std::string kernels_header(const KernelFile& file) {
  return fmt::format(
      "// Written by `ishi build --kernels`: do not change it.\n#pragma once\n\n#include "
      "\"ishi/kernels.h\"\n\n"
      "namespace {0} {{\n\n// For WorldOptions::kernels.\nextern const ::ishi::Kernels kernels;\n\n}}  // "
      "namespace {0}\n",
      file.name_space);
}

}  // namespace ishi::compiler
