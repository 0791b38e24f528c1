#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "testing/test_result.h"
#include "workspace/ask/asked_situation.h"
#include "workspace/ask/winning.h"

namespace ishi::compiler {

// A test that is written for somebody.
struct NewTest {
  std::string name;
  std::vector<std::string> fields;  // "agent: guard", a line each

  // As an entry of `tests`, laid out: the name, and its fields below it.
  [[nodiscard]] std::string text() const;
};

// The fields that a test of the asked situation needs, except `agent` and `given`.
[[nodiscard]] std::vector<std::string> situation_fields(const AskedSituation& asked);
// "hp: 20, threat: someone": the values under `given`, without one key.
[[nodiscard]] std::string given_text(const AskedSituation& asked, std::string_view left_out = {});

// A test of the situation that is asked, which expects what is decided there now: of one thought, or of the
// run that a moment is of. Or why there can be none, in a sentence. `asked` has been read.
[[nodiscard]] tl::expected<NewTest, std::string> test_of_situation(const AskedSituation& asked);

// The test that fails as a run of a test that varies did, under the name of the same test of the file,
// `root`, or else under a name that no test of it has yet. `test`: the file's entry of the test that varies;
// `result`: its result.
[[nodiscard]] NewTest failing_test(const Model& model, const Node& root, const Entry& test,
                                   const TestResult& result);
// The entry of a test of a file, `root`; null if its name stands elsewhere.
[[nodiscard]] const Entry* find_test(const Node& root, Span name);

// The name of a test of the file, `root`, that has these fields and no others, in any order; empty if there
// is none. A test that extends another is compared by its own fields.
[[nodiscard]] std::string_view find_same_test(const Node& root, const NewTest& test);

// A test in which an action wins, in the situation that was found; or why there is none.
[[nodiscard]] tl::expected<NewTest, std::string> test_of_winning(std::string_view action,
                                                                 const std::vector<Winning>& winnings);

}  // namespace ishi::compiler
