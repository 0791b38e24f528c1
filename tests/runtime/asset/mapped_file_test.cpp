#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/guard_world.h"

// A blob in a mapped file that somebody rewrites or cuts off: what was copied from it does not care.

namespace ishi::testing::mapped_file_test {
namespace {

// A file that is mapped, and gone with it.
class MappedFile {
 public:
  explicit MappedFile(const std::vector<uint8_t>& bytes) : size_(bytes.size()) {
    char name[] = "/tmp/ishi_mapped_XXXXXX";
    file_ = mkstemp(name);
    REQUIRE(file_ >= 0);
    unlink(name);
    rewrite(bytes);
    memory_ = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_, 0);
    REQUIRE(memory_ != MAP_FAILED);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    munmap(memory_, size_);
    close(file_);
  }

  void rewrite(const std::vector<uint8_t>& bytes) const {
    REQUIRE(pwrite(file_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
  // Reading the mapping ends the process from now on.
  void cut_off() const { REQUIRE(ftruncate(file_, 0) == 0); }
  [[nodiscard]] std::span<const uint8_t> bytes() const {
    return {static_cast<const uint8_t*>(memory_), size_};
  }

 private:
  int file_ = -1;
  size_t size_ = 0;
  void* memory_ = nullptr;
};

// What guards come to who are fed the same. The file is rewritten and then cut off while they live.
uint64_t play(Asset asset, const MappedFile* file) {
  GuardWorld w;  // its asset is swapped for this one, and its world made anew
  w.asset = std::move(asset);
  REQUIRE(World::create({.seed = 3, .teams = 3}, w.world));
  REQUIRE(w.world.add_population(w.asset, kGuard, {.capacity = 8}, w.guards));
  REQUIRE(Scratch::create(w.world, w.scratch));
  for (int i = 0; i < 6; ++i) w.spawn();
  const std::vector<Entity> people = w.spawn_people(5);
  std::mt19937 random(3);
  for (int frame = 0; frame < 100; ++frame) {
    if (file != nullptr && frame == 20) file->rewrite(std::vector<uint8_t>(file->bytes().size(), 0xff));
    if (file != nullptr && frame == 40) file->cut_off();
    w.feed(random, people);
    w.think();
  }
  return w.world.state_hash();
}

TEST_CASE("a file that is rewritten and cut off after its load changes nothing of what was copied") {
  const std::vector<uint8_t> blob = guard_content().write();
  const MappedFile file(blob);
  Asset from_file, from_memory;
  REQUIRE(Asset::load(file.bytes(), from_file));
  REQUIRE(Asset::load(blob, from_memory));
  const uint64_t expected = play(std::move(from_memory), nullptr);
  CHECK(play(std::move(from_file), &file) == expected);
}

}  // namespace
}  // namespace ishi::testing::mapped_file_test
