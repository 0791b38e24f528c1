#include "cli/dump_program.h"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "cli/terminal.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kLongestInline = 48;  // characters that still read well inside another operation

constexpr std::string_view kDomainNames[] = {"constants", "once for the world", "once a team",
                                             "once a profile", "for each agent"};

class Printer {
 public:
  Printer(const Asset& asset, uint32_t agent) : asset_(asset), agent_(agent), info_(asset.agent(agent)) {
    texts_.resize(info_.operation_count);
    uses_.resize(info_.operation_count, 0);
    domains_.resize(info_.operation_count, Domain::constant);
  }

  std::string print() {
    count_uses();
    std::string result;
    Domain printed_domain = Domain::constant;
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = asset_.operation(agent_, i);
      find_domain(operation, i);
      const std::string text = words(operation);
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
      const OptionInfo option = asset_.option(info_.options.first + i);
      result +=
          fmt::format("    {} = {}\n", option.name.empty() ? fmt::format("option {}", i) : shown(option.name),
                      texts_[option.score]);
    }
    return result;
  }

 private:
  void count_uses() {
    for (uint32_t i = 0; i < info_.operation_count; ++i) {
      const OperationView operation = asset_.operation(agent_, i);
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
    const Scope scope = has_key ? asset_.key(operation.parameter).variable.scope : Scope::agent;
    domains_[index] = domain_of(operation.code, joined, scope);
  }

  [[nodiscard]] std::string parameter(const OperationView& operation) const {
    const uint32_t p = operation.parameter;
    const auto named = [&](std::string_view name, std::string_view kind) {
      return name.empty() ? fmt::format("{}#{}", kind, p) : shown(name);
    };
    switch (operation_table()[static_cast<size_t>(operation.code)].parameter) {
      case ParameterKind::none: return {};
      case ParameterKind::constant: return fmt::format("{}", std::bit_cast<float>(p));
      case ParameterKind::key_number:
      case ParameterKind::key_vector:
      case ParameterKind::key_entity: return named(asset_.name(Kind::keys, p), "key");
      case ParameterKind::option: return named(asset_.option(info_.options.first + p).name, "option");
      case ParameterKind::motive: return named(asset_.name(Kind::motives, p), "motive");
      case ParameterKind::field_number:
      case ParameterKind::field_vector:
      case ParameterKind::field_entity: return named(asset_.field(p).name, "field");
      case ParameterKind::record_number:
      case ParameterKind::record_vector:
      case ParameterKind::record_entity: break;  // of formulas alone
      case ParameterKind::curve: return named(asset_.name(Kind::curves, p), "curve");
    }
    return {};
  }

  // The operation's form with its operands and parameter put in.
  [[nodiscard]] std::string words(const OperationView& operation) const {
    const OperationInfo& row = operation_table()[static_cast<size_t>(operation.code)];
    std::string result;
    for (size_t i = 0; i < row.form.size(); ++i) {
      if (row.form[i] != '{' || i + 2 >= row.form.size()) {
        result += row.form[i];
        continue;
      }
      const char which = row.form[i + 1];
      i += 2;
      if (which == 'p')
        result += parameter(operation);
      else
        result += texts_[which == 'a' ? operation.a : which == 'b' ? operation.b : operation.c];
    }
    return result;
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
