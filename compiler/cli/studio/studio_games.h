#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tl/expected.hpp>

namespace ishi::compiler::cli {

// The running games that pages look into: each page that joins one is a viewer of its own. Any thread.
class StudioGames {
 public:
  // An answer's status of HTTP, and a sentence.
  struct Refusal {
    int status = 0;
    std::string why;
  };
  template <class Value>
  using Answer = tl::expected<Value, Refusal>;

  // `root`: of the project, absolute, without links; from its sources games are reloaded.
  explicit StudioGames(std::filesystem::path root);
  ~StudioGames();
  StudioGames(const StudioGames&) = delete;
  StudioGames& operator=(const StudioGames&) = delete;

  // The games that let viewers join: [{"name": "household-123"}, …].
  [[nodiscard]] Answer<nlohmann::json> list();
  // Joins a game, with the seconds that it keeps: {"id": …}. Waits up to five seconds for its first frame.
  // The game is left when nobody has taken anything for half a minute; if the page holds it, it goes on after
  // three seconds.
  [[nodiscard]] Answer<nlohmann::json> join(const std::string& name);
  // Gives the bytes that came from the byte `from` on, and forgets those before it: an answer that was lost on
  // its way is asked for again: four bytes with the length of a JSON text (little endian), the text
  // {"held": …, "let_go": …, "viewers": …, "lost": …, "there": …, "fault": …, "may_hold": …, …}, and whole
  // records of the recording. Waits up to half a second for them.
  [[nodiscard]] Answer<std::string> take(size_t id, uint64_t from);
  // Does what {"deed": "hold" | "step" | "go_on" | "change" | "reload" | "break" | "leave", …} says: of
  // "step"
  // {"frames": 1}; of "break" {"path": "a.ishi.yaml", "lines": [12]} (WatchedGame::set_breakpoints); of
  // "change" what `ishi live` takes as options: {"index": …, "generation": …, "set": ["hp=20"], "emit": [],
  // "complete": "task", "fail": "task", "choose": "action", "think": true, "keep": true}. {"done": …, "said":
  // "…", "errors": […]}.
  [[nodiscard]] Answer<nlohmann::json> ask(size_t id, const nlohmann::json& wanted);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ishi::compiler::cli
