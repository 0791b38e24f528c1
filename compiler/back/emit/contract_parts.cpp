#include "emit/contract_parts.h"

#include <fmt/format.h>

#include <string_view>

namespace ishi::compiler {
namespace {

const Node* find(const Node* node, std::string_view key) {
  return node == nullptr || node->kind != NodeKind::mapping ? nullptr : node->find(key);
}

// The `doc` of a part, or nothing.
std::string doc_of(const Node& sections, const ContractEntry& entry) {
  const auto in = [&](std::string_view section) { return find(&sections, section); };
  const auto of_owner = [&](std::string_view section, std::string_view list) {
    return find(find(find(in(section), entry.owner_name), list), entry.name);
  };
  const Node* node = nullptr;
  switch (entry.kind) {
    case ContractKind::enumeration: node = find(in("enums"), entry.name); break;
    case ContractKind::member: break;
    case ContractKind::thing: node = find(in("things"), entry.name); break;
    case ContractKind::field: node = of_owner("things", "fields"); break;
    case ContractKind::key: node = find(in("blackboard"), entry.name); break;
    case ContractKind::task: node = find(in("tasks"), entry.name); break;
    case ContractKind::parameter: node = of_owner("tasks", "params"); break;
    case ContractKind::event: node = find(in("events"), entry.name); break;
    case ContractKind::event_field: node = of_owner("events", "fields"); break;
    case ContractKind::candidates: node = find(in("candidates"), entry.name); break;
    case ContractKind::candidate_kind: break;
    case ContractKind::candidate_field: node = of_owner("candidates", "fields"); break;
    case ContractKind::token: node = find(in("tokens"), entry.name); break;
    case ContractKind::sound: node = find(in("sounds"), entry.name); break;
  }
  const Node* doc = find(node, "doc");
  return doc != nullptr && doc->kind == NodeKind::scalar ? std::string(doc->text) : std::string();
}

std::string difference(const ContractPart& first, const ContractEntry& here, const std::string& source) {
  const std::string first_says = first.source + " has";
  const std::string here_says = source + " has";
  const ContractFault fault{.in_game = true, .in_asset = true, .game = first.named(), .asset = here};
  std::string text(4096, '\0');
  text.resize(describe(fault, text, {.game = first_says.c_str(), .asset = here_says.c_str()}));
  return text;
}

}  // namespace

ContractEntry ContractPart::named() const {
  ContractEntry result = entry;
  result.name = name.c_str();
  result.owner_name = owner_name.c_str();
  result.reference_name = reference_name.c_str();
  return result;
}

std::string ContractParts::add(const Asset& asset, const Node& sections, const std::string& source) {
  if (sections.find("up") != nullptr) {
    if (up_source_.empty()) up_source_ = source, up_ = asset.up();
    if (up_ != asset.up()) return fmt::format("{} and {} disagree about `up`", up_source_, source);
  }
  const size_t before = parts_.size();
  const uint32_t count = contract_size(asset);
  for (uint32_t i = 0; i < count; ++i) {
    ContractEntry entry = contract_entry(asset, i);
    const auto [known, is_new] = by_id_.emplace(Id(entry.kind, entry.owner, entry.id), parts_.size());
    if (!is_new) {
      const ContractPart& first = parts_[known->second];
      if (!agree(first.entry, entry)) return difference(first, entry, source);
      continue;
    }
    // As many parts as there, but not the same: then the owner has one that is new.
    const auto owner =
        entry.owner == 0 ? by_id_.end() : by_id_.find({owner_kind(entry.kind), 0, entry.owner});
    if (owner != by_id_.end() && owner->second < before) {
      return fmt::format("`{}.{}` is in {}, but not in {}", entry.owner_name, entry.name, source,
                         parts_[owner->second].source);
    }
    ContractPart& part = parts_.emplace_back();
    part.name = entry.name;
    part.owner_name = entry.owner_name;
    part.reference_name = entry.reference_name;
    part.doc = doc_of(sections, entry);
    part.source = source;
    entry.name = entry.owner_name = entry.reference_name = "";
    part.entry = entry;
  }
  return {};
}

std::vector<const ContractPart*> ContractParts::of(ContractKind kind, uint64_t owner) const {
  std::vector<const ContractPart*> result;
  for (const ContractPart& part : parts_) {
    if (part.entry.kind == kind && part.entry.owner == owner) result.push_back(&part);
  }
  return result;
}

}  // namespace ishi::compiler
