#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ishi/c_api.h"
#include "live.h"
#include "pool.h"
#include "record.h"
#include "value.h"

// IshiRuntime: one world of agents behind the methods that the add-on's scripts call. `ishi_web_runtime.gd`
// has the same methods for web exports; `bridge.ts` does there what this file does here, and both come to the
// same states.
//
// Agents and things are numbers from 1 on, which are not used again. A call that is refused returns null,
// false, 0 or something empty, changes nothing, and leaves a sentence in `error`. No thread but the one that
// made the object may call.

namespace ishi::godot {

class Runtime {
 public:
  Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime() { close(); }

  [[nodiscard]] const std::string& error() const { return error_; }
  void forget_error() { error_.clear(); }

  [[nodiscard]] std::string describe(std::span<const std::byte> blob);
  bool open(const Value& given);
  void close();
  int64_t add_asset(std::span<const std::byte> blob);
  int64_t add_population(int64_t asset, const std::string& agent, int64_t capacity);
  bool reload(int64_t asset, std::span<const std::byte> blob);

  int64_t spawn(int64_t population, const Value& given);
  int64_t add_thing(const Value& given);
  bool remove(int64_t number);
  [[nodiscard]] bool is_alive(int64_t number) const { return spawned_.contains(number); }
  bool set_team(int64_t number, int64_t team);
  bool set_profile(int64_t number, const std::string& profile);

  bool set_key(int64_t number, const std::string& key, const Value& value);
  Value get_key(int64_t number, const std::string& key);
  bool set_shared(const std::string& key, int64_t team, const Value& value);
  Value get_shared(const std::string& key, int64_t team);
  bool set_field(int64_t number, const std::string& thing, const std::string& field, const Value& value);
  Value get_field(int64_t number, const std::string& thing, const std::string& field);

  // `places`: the position and facing of each number that lives, in rising order. What it gives are lists,
  // one a command.
  Value run_frame(int64_t microseconds, const std::vector<float>& places);
  bool complete(int64_t token, const Value& given);
  bool fail(int64_t token);
  bool answer_sight(int64_t ticket, bool is_clear);

  bool post_event(const std::string& event, int64_t target, int64_t team, const Value& fields);
  bool make_sound(const std::string& sound, int64_t maker, ishi_vector3 position, bool elsewhere);
  bool remember(int64_t number, const std::string& memory, int64_t other);
  bool forget(int64_t number, const std::string& memory, int64_t other);
  bool set_candidates(const std::string& set, int64_t owner, int64_t team,
                      const std::vector<int64_t>& members);
  Value why(int64_t number);
  std::string state_hash();
  // Lets viewers look into the world from now on: `ishi live` finds it by the name that is given back.
  std::string start_live(const std::string& name, bool may_hold, bool may_change);
  void stop_live();
  // Records the last seconds from now on, for write_recording; 0: nothing any more.
  bool keep_recording(double seconds);
  bool write_recording(const std::string& path);
  bool create_grid(int64_t columns, int64_t rows, double cell, ishi_vector3 origin);
  bool set_cells(std::span<const std::byte> terrains);

 private:
  struct Spawned {
    std::optional<uint32_t> population;  // none: a thing
    ishi_entity entity{};
    uint32_t row = 0;  // its place among those of the last frame
  };
  struct Token {
    int64_t number = 0;
    uint32_t population = 0;
    ishi_token token{};
    uint64_t task = 0;
  };
  struct Question {
    uint32_t population = 0;
    ishi_ticket ticket{};
    bool is_answered = false;
  };

  // The functions of an ishi_frame_game.
  static void carry_out(void* context, ishi_population population, const ishi_results* commands);
  static void ask(void* context, ishi_population population, const ishi_query* queries, uint32_t count);
  static void emitted(void* context, ishi_population population, const ishi_emitted* event);
  static void move(void* context, const ishi_move* move);
  static ishi_status run_jobs(void* context, const ishi_batch* batch);

  // The result of a call that was refused: false, or no number.
  struct Refused {
    operator bool() const { return false; }
    operator int64_t() const { return 0; }
  };
  Refused refuse(std::string words);
  Refused refuse(ishi_status status);  // in the words of the status
  // The same for a call that takes an asset into the world, which may lack parts of the world's contract.
  Refused refuse_asset(ishi_status status);
  bool is_open();
  bool is_good(ishi_status status);  // else it refuses
  const Spawned* find(int64_t number);
  const Spawned* find_agent(int64_t number);
  bool entity_of(const Value& value, std::string_view name, ishi_entity& entity);
  [[nodiscard]] int64_t number_of(ishi_entity_id id) const;
  int64_t enter(std::optional<uint32_t> population, ishi_entity entity);
  Token* find_token(int64_t token);
  void forget_token(int64_t token);
  bool report(int64_t token, uint8_t ending, const Value* given);
  bool column_of(int64_t number, const std::string& key, ishi_column& column, uint32_t& row);
  bool shared_column(const std::string& key, int64_t team, ishi_column& column, uint32_t& row);
  bool field_column(int64_t number, const std::string& thing, const std::string& field, ishi_column& column,
                    uint32_t& row);
  bool write(const ishi_column& column, uint32_t row, const std::string& name, const Value& value);
  [[nodiscard]] Value read(const ishi_column& column, uint32_t row) const;
  bool fill(const RecordLayout& layout, const std::string& what, const Value& given,
            std::vector<std::byte>& bytes);
  [[nodiscard]] Value record(uint64_t id, const void* bytes) const;
  [[nodiscard]] std::string name_of(uint64_t id) const;
  // True if an asset has a name of this kind, such as ISHI_SOUNDS; else it refuses, and lists the names that
  // there are.
  bool is_known(uint32_t kind, const char* section, const std::string& name, const char* word);
  [[nodiscard]] std::string names_text(uint32_t kind) const;
  std::string load(std::span<const std::byte> blob, ishi_asset& asset);
  bool let_viewers();  // between two frames
  void replace_asset(ishi_asset& current, ishi_asset next);

  ishi_world world_{};
  Pool pool_;
  std::vector<ishi_asset> assets_;
  std::vector<ishi_asset> retired_;  // were replaced while the host may still use them
  Live live_;
  std::vector<ishi_population> populations_;
  std::map<int64_t, Spawned> spawned_;                    // by number
  std::unordered_map<uint64_t, int64_t> numbers_;         // by the id of the entity
  std::unordered_map<int64_t, Token> tokens_;             // the running tasks
  std::map<std::vector<uint64_t>, int64_t> token_names_;  // by what a token of the library is
  std::vector<Question> questions_;                       // of the last frame
  std::vector<Value> commands_;                           // of the frame that runs
  std::vector<float> moves_;  // likewise: the row, heading, speed and way point of each
  RecordLayouts layouts_;
  int64_t next_number_ = 1;
  int64_t next_token_ = 1;
  bool is_in_frame_ = false;
  std::string error_;
};

}  // namespace ishi::godot
