// What it costs to load a blob of about 10, 100 and 1,000 kB: all of it (copied, verified, validated), and
// how much of that FlatBuffers' verifier takes, which looks whether the structure lies inside the buffer. And
// what it costs to load, or to refuse, a megabyte that was made to take long (tests/hostile/load/shapes.h).
// `per_megabyte` is what to compare.
// And what it costs to refuse one whose names are all the same bytes, so that whoever reads each of them
// would take quadratic time: at most 50 ms a megabyte, and in truth far less than to load it.

#include "agents.h"
#include "asset_generated.h"
#include "hostile/load/shapes.h"

namespace ishi::benchmarks {
namespace {

std::vector<uint8_t> blob_of(const benchmark::State& state) {
  return read_blob(state.range(0) == 10    ? ISHI_SKIRMISHER_BLOB
                   : state.range(0) == 100 ? ISHI_LARGE_100_BLOB
                                           : ISHI_LARGE_1000_BLOB);
}

void report_bytes(benchmark::State& state, size_t bytes) {
  state.counters["bytes"] = static_cast<double>(bytes);
  using benchmark::Counter;
  state.counters["per_megabyte"] =
      Counter(static_cast<double>(state.iterations() * bytes) * 1e-6, Counter::kIsRate | Counter::kInvert);
}

void load(benchmark::State& state) {
  const std::vector<uint8_t> blob = blob_of(state);
  for (auto _ : state) {
    Asset asset;
    require(Asset::load(blob, asset));
    benchmark::DoNotOptimize(asset.bytes().data());
  }
  report_bytes(state, blob.size());
}

void verify(benchmark::State& state) {
  const std::vector<uint8_t> blob = blob_of(state);
  flatbuffers::Verifier::Options options;
  options.max_tables = 1'000'000'000;
  for (auto _ : state) {
    flatbuffers::Verifier verifier(blob.data(), blob.size(), options);
    if (!blob::VerifySizePrefixedAssetBuffer(verifier)) state.SkipWithError("the verifier refuses the blob");
  }
  report_bytes(state, blob.size());
}

void load_hostile(benchmark::State& state) {
  const testing::LoadShape& shape = testing::load_shapes()[static_cast<size_t>(state.range(0))];
  const std::vector<uint8_t> blob = shape.of_size(1'000'000);
  state.SetLabel(std::string(shape.name));
  for (auto _ : state) {
    Asset asset;
    if (Asset::load(blob, asset).code != shape.code) state.SkipWithError("another answer than expected");
  }
  report_bytes(state, blob.size());
}

// All names become the longest one.
void share_names(std::vector<uint8_t>& blob) {
  const blob::Debug& debug = *blob::GetSizePrefixedAsset(blob.data())->debug();
  const auto& names = *debug.names();
  const flatbuffers::String* longest = names[0];
  for (const flatbuffers::String* name : names) {
    if (name->size() > longest->size()) longest = name;
  }
  const auto target = static_cast<size_t>(reinterpret_cast<const uint8_t*>(longest) - blob.data());
  const auto first = static_cast<size_t>(names.Data() - blob.data());
  for (uint32_t i = 0; i < names.size(); ++i) {
    const size_t place = first + size_t{i} * sizeof(flatbuffers::uoffset_t);
    // An offset leads forward; what stands before stays as it is.
    if (target > place)
      flatbuffers::WriteScalar(&blob[place], static_cast<flatbuffers::uoffset_t>(target - place));
  }
}

void refuse_shared(benchmark::State& state) {
  std::vector<uint8_t> blob = blob_of(state);
  share_names(blob);
  for (auto _ : state) {
    Asset asset;
    if (Asset::load(blob, asset).code != StatusCode::blob_vectors_overlap)
      state.SkipWithError("the blob is not refused for what it shares");
  }
  report_bytes(state, blob.size());
}

BENCHMARK(load_hostile)
    ->Name("load/hostile")
    ->DenseRange(0, static_cast<int64_t>(testing::load_shapes().size()) - 1);
BENCHMARK(refuse_shared)->Name("refuse/shared_names")->Arg(100)->Arg(1000);
BENCHMARK(load)->Name("load/ishi")->Arg(10)->Arg(100)->Arg(1000);
BENCHMARK(verify)->Name("load/verifier")->Arg(10)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace ishi::benchmarks
