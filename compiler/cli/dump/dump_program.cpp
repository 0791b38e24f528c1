#include "cli/dump/dump_program.h"

#include <fmt/format.h>

#include <vector>

#include "cli/output/terminal.h"
#include "explain/operation_words.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kLongestInline = 48;  // characters that still read well inside another operation

constexpr std::string_view kDomainNames[] = {
    "constants",     "once for the world",      "once a team",    "once a profile",
    "once a member", "once a member of a team", "for each agent", "for each member"};

class Printer {
 public:
  Printer(const Asset& asset, uint32_t agent)
      : asset_(asset), agent_(agent), info_(AssetParts(asset).agent(agent)) {
    texts_.resize(info_.operation_count);
    uses_.resize(info_.operation_count, 0);
    domains_.resize(info_.operation_count, Domain::constant);
  }

  std::string print() {
    count_uses();
    std::string result;
    Domain printed_domain = Domain::constant;
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = AssetParts(asset_).operation(agent_, i);
      find_domain(operation, i);
      const std::string text = operation_words(asset_, {names_of(info_)}, operation, texts_);
      const bool is_source = operation_table()[static_cast<size_t>(operation.code)].operands == 0;
      const bool is_inline = operation.code != OperationCode::gate &&
                             (is_source || (uses_[i] <= 1 && text.size() <= kLongestInline));
      if (is_inline) {
        texts_[i] = is_source || operation.code == OperationCode::curve ? text : fmt::format("({})", text);
        if (uses_[i] > 0 || operation.code == OperationCode::constant) continue;
      } else {
        texts_[i] = fmt::format("%{}", i);
      }
      if (domains_[i] != printed_domain || result.empty())
        result += fmt::format("  {}\n", kDomainNames[static_cast<size_t>(domains_[i])]);
      printed_domain = domains_[i];
      const std::string under =
          operation.gate != 0 ? fmt::format("   ; only where {}", texts_[operation.gate - 1]) : "";
      result += fmt::format("    %{:<4} = {}{}\n", i, text, under);
    }
    result += "  scores\n";
    for (uint32_t i = 0; i < info_.options.count; ++i) {
      const OptionInfo option = AssetParts(asset_).option(info_.options.first + i);
      result +=
          fmt::format("    {} = {}\n", option.name.empty() ? fmt::format("option {}", i) : shown(option.name),
                      texts_[option.score]);
    }
    return result;
  }

 private:
  void count_uses() {
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = AssetParts(asset_).operation(agent_, i);
      const uint32_t operands[] = {operation.a, operation.b, operation.c};
      for (uint8_t k = 0; k < operation_table()[static_cast<size_t>(operation.code)].operands; ++k)
        ++uses_[operands[k]];
      if (operation.gate != 0) uses_[operation.gate - 1] += 2;  // named, so that "only where" can point to it
    }
  }

  void find_domain(const OperationView& operation, uint32_t index) {
    const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    Domain joined = Domain::constant;
    for (uint8_t k = 0; k < row.operands; ++k) joined = join(joined, domains_[operands[k]]);
    const bool has_key = row.parameter == ParameterKind::key_number ||
                         row.parameter == ParameterKind::key_vector ||
                         row.parameter == ParameterKind::key_entity;
    const Scope scope = has_key ? AssetParts(asset_).key(operation.parameter).variable.scope
                        : operation.code == OperationCode::member
                            ? AssetParts(asset_).set(operation.parameter).scope
                            : Scope::agent;
    domains_[index] = domain_of(operation.code, joined, scope);
  }

  const Asset& asset_;
  uint32_t agent_;
  AgentInfo info_;
  std::vector<std::string> texts_;
  std::vector<uint32_t> uses_;
  std::vector<Domain> domains_;
};

}  // namespace

std::string program_text(const Asset& asset, uint32_t agent) { return Printer(asset, agent).print(); }

}  // namespace ishi::compiler::cli
