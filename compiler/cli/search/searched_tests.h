#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace ishi::compiler::cli {

// The results of a search, as the tool writes them, and what comes of several. They are JSON from the first
// on, so that those of a shard and those of a whole search are the same thing.
//
// { version, search: { seed, runs, shard: [1, 1] }, tests: [{ name, file, line, fingerprint, outcome,
// message,
//   runs, impossible, failed, failures: [{ claim, run, runs, with, message, test }], unreached, seen }] }
//
// `run` counts from 1. `seen`: what happened in runs, in how many, and in which first.

// The result of a shard, and the file in which it stands.
struct ShardResult {
  std::string path;
  nlohmann::ordered_json json;
};

// Puts the results of all shards of one search together; or says in a sentence why that cannot be. Any JSON
// is safe.
[[nodiscard]] tl::expected<nlohmann::ordered_json, std::string> merge_searches(
    const std::vector<ShardResult>& shards);

// "searched", "failed", "undecided" or "error", and why, from what else is known of the test.
void judge_search(nlohmann::ordered_json& test);

}  // namespace ishi::compiler::cli
