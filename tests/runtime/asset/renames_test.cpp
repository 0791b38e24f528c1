#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// What the ids of a blob were before.

namespace ishi::testing::renames_test {
namespace {

struct Renames {
  Renames() {
    content.sort_by_id();
    const uint64_t first = content.keys_by_id[0].id, second = content.keys_by_id[1].id;
    content.renames = {{first, id_of("blackboard", "was")},
                       {first, id_of("blackboard", "was_before")},
                       {second, id_of("blackboard", "other")}};
  }

  BlobContent content = guard_content();
};

TEST_CASE_METHOD(Renames, "something may have had several names") { load_valid(content); }

TEST_CASE_METHOD(Renames, "renames must be sorted by what has another name") {
  std::swap(content.renames[1], content.renames[2]);
  check_refused(content, StatusCode::lookup_unsorted, content.renames[2]);
}

TEST_CASE_METHOD(Renames, "what had another name must be there") {
  content.renames[0].id = 1;
  check_refused(content, StatusCode::rename_of_unknown, content.renames[0]);
}

TEST_CASE_METHOD(Renames, "a former name must not be one that something has") {
  content.renames[1].from = content.options[0].id;
  check_refused(content, StatusCode::rename_from_existing, content.renames[1]);
}

TEST_CASE_METHOD(Renames, "two must not have had the same name") {
  content.renames[2].from = content.renames[0].from;
  check_refused(content, StatusCode::id_duplicate, content.renames[0]);
}

TEST_CASE_METHOD(Renames, "a former name must not be zero") {
  content.renames[2].from = 0;
  check_refused(content, StatusCode::id_zero, content.renames[2]);
}

}  // namespace
}  // namespace ishi::testing::renames_test
