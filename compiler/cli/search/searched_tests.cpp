#include "cli/search/searched_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace ishi::compiler::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string runs_text(uint64_t runs) { return fmt::format("{} run{}", runs, runs == 1 ? "" : "s"); }

// True if a text is what this tool writes of a search, with all that is read of it here.
bool is_search(const Json& json) {
  const auto is_number = [](const Json& of, const char* field) {
    const auto found = of.find(field);
    return found != of.end() && found->is_number_unsigned();
  };
  const auto is_text = [](const Json& of, const char* field) {
    const auto found = of.find(field);
    return found != of.end() && found->is_string();
  };
  const auto are_all = [](const Json& of, const char* field, auto is_right) {
    const auto found = of.find(field);
    return found != of.end() && found->is_array() && std::ranges::all_of(*found, is_right);
  };
  if (!json.is_object() || !is_number(json, "version")) return false;
  const auto search = json.find("search");
  const bool is_searched =
      search != json.end() && search->is_object() && is_number(*search, "seed") &&
      is_number(*search, "runs") &&
      are_all(*search, "shard", [](const Json& one) { return one.is_number_unsigned(); }) &&
      (*search)["shard"].size() == 2;
  return is_searched && are_all(json, "tests", [&](const Json& test) {
           return test.is_object() && is_text(test, "name") && is_text(test, "file") &&
                  is_text(test, "fingerprint") && is_number(test, "runs") && is_number(test, "impossible") &&
                  is_number(test, "failed") && test.contains("error") &&
                  are_all(test, "unreached", [](const Json& one) { return one.is_string(); }) &&
                  are_all(test, "failures",
                          [&](const Json& one) {
                            return one.is_object() && is_text(one, "claim") && is_number(one, "run") &&
                                   is_number(one, "runs") && is_text(one, "with") && is_text(one, "message");
                          }) &&
                  are_all(test, "seen", [&](const Json& one) {
                    return one.is_object() && is_text(one, "what") && is_number(one, "runs") &&
                           is_number(one, "first");
                  });
         });
}

// The entry of a list with this text in a field; or a new one.
Json* find_entry(Json& list, const char* field, const Json& text) {
  const auto found = std::ranges::find_if(list, [&](const Json& one) { return one[field] == text; });
  return found == list.end() ? nullptr : &*found;
}

void add_number(Json& to, const Json& from, const char* field) {
  to[field] = to[field].get<uint64_t>() + from[field].get<uint64_t>();
}

void sort_by(Json& list, const char* field) {
  std::vector<Json> sorted(list.begin(), list.end());
  std::ranges::stable_sort(sorted, {}, [&](const Json& one) { return one[field].get<uint64_t>(); });
  list = sorted;
}

void merge_test(Json& all, const Json& part) {
  for (const char* const field : {"runs", "impossible", "failed"}) add_number(all, part, field);
  if (all["error"].is_null()) all["error"] = part["error"];
  for (const Json& failure : part["failures"]) {
    Json* const known = find_entry(all["failures"], "claim", failure["claim"]);
    if (known == nullptr) {
      all["failures"].push_back(failure);
      continue;
    }
    const uint64_t runs = (*known)["runs"].get<uint64_t>() + failure["runs"].get<uint64_t>();
    if (failure["run"].get<uint64_t>() < (*known)["run"].get<uint64_t>()) *known = failure;
    (*known)["runs"] = runs;
  }
  sort_by(all["failures"], "run");
  for (const Json& seen : part["seen"]) {
    Json* const known = find_entry(all["seen"], "what", seen["what"]);
    if (known == nullptr) {
      all["seen"].push_back(seen);
      continue;
    }
    add_number(*known, seen, "runs");
    (*known)["first"] = std::min((*known)["first"].get<uint64_t>(), seen["first"].get<uint64_t>());
  }
  sort_by(all["seen"], "first");
  // A feature is unreached if no shard has reached it.
  Json unreached = Json::array();
  for (const Json& one : all["unreached"]) {
    if (std::ranges::find(part["unreached"], one) != part["unreached"].end()) unreached.push_back(one);
  }
  all["unreached"] = unreached;
}

}  // namespace

void judge_search(Json& test) {
  const uint64_t runs = test["runs"], impossible = test["impossible"];
  if (!test["error"].is_null()) {
    test["outcome"] = "error";
    test["message"] = test["error"];
  } else if (!test["failures"].empty()) {
    test["outcome"] = "failed";
    test["message"] = fmt::format("{} of {} fail", test["failed"].get<uint64_t>(), runs_text(runs));
  } else if (impossible == runs) {
    test["outcome"] = "undecided";
    test["message"] = fmt::format("in each of {} an agent would stand in a wall", runs_text(runs));
  } else if (!test["unreached"].empty()) {
    std::vector<std::string> lines = test["unreached"];
    test["outcome"] = "undecided";
    test["message"] = fmt::format("of {} {}", runs_text(runs - impossible), fmt::join(lines, "; "));
  } else {
    test["outcome"] = "searched";
    test["message"] = fmt::format("{} held", runs_text(runs - impossible));
    if (impossible > 0)
      test["message"] = fmt::format("{}; {} could not be, for an agent stood in a wall",
                                    test["message"].get<std::string>(), impossible);
  }
}

namespace {

// Why a shard does not belong to the search of the first; empty: it does.
std::string misfit(const Json& first, const Json& shard) {
  if (shard["version"] != first["version"]) return "was written by another version of the tool";
  const Json& search = shard["search"];
  for (const auto& [field, noun] : {std::pair("seed", "seed"), std::pair("runs", "number of runs")}) {
    if (search[field] != first["search"][field])
      return fmt::format("is of another search: its {} is {}, and that of the first is {}", noun,
                         search[field].get<uint64_t>(), first["search"][field].get<uint64_t>());
  }
  if (search["shard"][1] != first["search"]["shard"][1])
    return fmt::format("is one of {} shards, and the first is one of {}", search["shard"][1].get<uint64_t>(),
                       first["search"]["shard"][1].get<uint64_t>());
  if (shard["tests"].size() != first["tests"].size()) return "has other tests than the first";
  for (size_t i = 0; i < first["tests"].size(); ++i) {
    const Json &one = first["tests"][i], &other = shard["tests"][i];
    if (one["name"] != other["name"] || one["file"] != other["file"]) return "has other tests than the first";
    if (one["fingerprint"] != other["fingerprint"])
      return fmt::format("searched another version of {}", other["file"].get<std::string>());
  }
  return {};
}

// "1 of 3 shards is missing: 2"; empty: none is.
std::string missing_text(const std::set<uint64_t>& taken, uint64_t count) {
  constexpr size_t kMostNamed = 8;
  if (taken.size() >= count) return {};
  std::vector<uint64_t> missing;
  for (uint64_t i = 1; missing.size() < std::min<uint64_t>(kMostNamed, count - taken.size()); ++i) {
    if (!taken.contains(i)) missing.push_back(i);
  }
  const uint64_t all = count - taken.size();
  return fmt::format("{} of {} shards {} missing: {}{}", all, count, all == 1 ? "is" : "are",
                     fmt::join(missing, ", "), all > missing.size() ? " …" : "");
}

}  // namespace

tl::expected<Json, std::string> merge_searches(const std::vector<ShardResult>& shards) {
  std::set<uint64_t> taken;
  Json all;
  for (const ShardResult& one : shards) {
    const Json& shard = one.json;
    const auto refuse = [&](std::string_view why) {
      return tl::unexpected(fmt::format("{} {}", one.path, why));
    };
    if (!is_search(shard)) return refuse("is no result of `ishi search --format json`");
    const uint64_t own = shard["search"]["shard"][0];
    if (own == 0 || own > shard["search"]["shard"][1].get<uint64_t>())
      return refuse("is no result of `ishi search --format json`");
    const bool is_first = all.is_null();
    if (is_first)
      all = shard;
    else if (const std::string why = misfit(all, shard); !why.empty())
      return refuse(why);
    if (!taken.insert(own).second) return refuse(fmt::format("is shard {} once more", own));
    for (size_t i = 0; i < all["tests"].size() && !is_first; ++i)
      merge_test(all["tests"][i], shard["tests"][i]);
  }
  if (std::string missing = missing_text(taken, all["search"]["shard"][1]); !missing.empty())
    return tl::unexpected(std::move(missing));
  all["search"]["shard"] = {1, 1};
  for (Json& test : all["tests"]) judge_search(test);
  return all;
}

}  // namespace ishi::compiler::cli
