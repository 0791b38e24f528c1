// The thief's night of examples/thief in a window, with SDL2. Space holds and goes on, the right arrow steps
// while it is held, a click on somebody shows how their options score, p takes a picture, Escape ends.

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "heist.h"
#include "letters.h"
#include "program.h"

namespace window {
namespace {

using thief::Heist;
using thief::Person;

constexpr int kCell = 22, kPanel = 300, kWidth = thief::kColumns * kCell + kPanel,
              kHeight = thief::kRows * kCell;
constexpr float kFieldCosine = 0.5736f, kSight = 16;  // of a guard: half of 110 degrees; metres

struct Colour {
  uint8_t red, green, blue, alpha = 255;
};

// What somebody does, as a colour.
Colour colour_of(const std::string& option, game::Side side) {
  const struct {
    const char* options;
    Colour colour;
  } looks[] = {{" investigate ", {42, 120, 200}}, {" wonder search ", {217, 165, 20}},
               {" chase grab ", {192, 57, 43}},   {" run bolt ", {232, 89, 12}},
               {" lie_low ", {122, 95, 168}},     {" lure tip_over ", {31, 158, 137}}};
  for (const auto& look : looks) {
    if (std::strstr(look.options, (" " + option + " ").c_str()) != nullptr) return look.colour;
  }
  return side == game::Side::thief ? Colour{45, 45, 45} : Colour{120, 132, 155};
}

// A canvas in pixels; the house's corner lies below, at the left.
class Canvas {
 public:
  explicit Canvas(SDL_Renderer* renderer) : renderer_(renderer) {
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
  }

  void clear(Colour colour) {
    use(colour);
    SDL_RenderClear(renderer_);
  }
  void box(int x, int y, int width, int height, Colour colour) {
    use(colour);
    const SDL_Rect area{x, y, width, height};
    SDL_RenderFillRect(renderer_, &area);
  }
  void disc(int x, int y, int radius, Colour colour) {
    use(colour);
    for (int row = -radius; row <= radius; ++row) {
      const int half = static_cast<int>(std::sqrt(static_cast<float>(radius * radius - row * row)));
      SDL_RenderDrawLine(renderer_, x - half, y + row, x + half, y + row);
    }
  }
  void line(int x0, int y0, int x1, int y1, Colour colour) {
    use(colour);
    SDL_RenderDrawLine(renderer_, x0, y0, x1, y1);
  }
  void text(int x, int y, int size, const std::string& words, Colour colour) {
    for (const char letter : words) {
      const uint8_t* const rows = rows_of(letter);
      for (int row = 0; row < kLetterRows; ++row) {
        for (int column = 0; column < kLetterColumns; ++column) {
          if ((rows[row] >> (kLetterColumns - 1 - column) & 1) != 0)
            box(x + column * size, y + row * size, size, size, colour);
        }
      }
      x += (kLetterColumns + 1) * size;
    }
  }

 private:
  void use(Colour colour) {
    SDL_SetRenderDrawColor(renderer_, colour.red, colour.green, colour.blue, colour.alpha);
  }

  SDL_Renderer* renderer_;
};

int x_of(float x) { return static_cast<int>(x * kCell); }
int y_of(float z) { return kHeight - static_cast<int>(z * kCell); }

void draw_house(Canvas& canvas) {
  for (int row = 0; row < thief::kRows; ++row) {
    for (int column = 0; column < thief::kColumns; ++column) {
      const char cell = thief::cell_at(column, row);
      const Colour colour = cell == '#'   ? Colour{91, 95, 102}
                            : cell == 'c' ? Colour{169, 138, 91}
                            : cell == 'r' ? Colour{227, 201, 192}
                            : cell == 'g' ? Colour{191, 224, 234}
                                          : Colour{244, 241, 232};
      canvas.box(column * kCell, kHeight - (row + 1) * kCell, kCell, kCell, colour);
    }
  }
}

// What a guard could see: the cells in its field of sight with nothing in between.
void draw_sight(Canvas& canvas, const Person& guard) {
  for (int row = 0; row < thief::kRows; ++row) {
    for (int column = 0; column < thief::kColumns; ++column) {
      const thief::Place cell{static_cast<float>(column) + 0.5f, static_cast<float>(row) + 0.5f};
      const float away = games::distance(guard.place, cell);
      const float ahead =
          guard.facing.x * (cell.x - guard.place.x) + guard.facing.z * (cell.z - guard.place.z);
      if (away > kSight || away < 0.5f || ahead < kFieldCosine * away || !thief::is_clear(guard.place, cell))
        continue;
      canvas.box(column * kCell, kHeight - (row + 1) * kCell, kCell, kCell,
                 {255, 214, 90, static_cast<uint8_t>(70 - 3 * away)});
    }
  }
}

void draw_people(Canvas& canvas, const Heist& heist, const Person* chosen) {
  for (const thief::Barrel& barrel : heist.barrels())
    canvas.disc(x_of(barrel.place.x), y_of(barrel.place.z), 7,
                barrel.is_tipped ? Colour{150, 110, 70, 120} : Colour{134, 92, 52});
  if (!heist.has_jewel()) canvas.disc(x_of(35.5f), y_of(21.5f), 5, {40, 170, 220});
  for (const Person& person : heist.people()) {
    const int x = x_of(person.place.x), y = y_of(person.place.z);
    if (&person == chosen) canvas.disc(x, y, 13, {255, 255, 255});
    canvas.disc(x, y, 10, colour_of(heist.option_of(person), person.side));
    canvas.line(x, y, x + static_cast<int>(16 * person.facing.x), y - static_cast<int>(16 * person.facing.z),
                {20, 20, 20});
    canvas.text(x - 5, y - 7, 2, std::string(1, person.letter), {255, 255, 255});
  }
}

// The options of somebody, the best one first.
std::vector<Heist::Score> sorted_scores(const Heist& heist, const Person& person) {
  std::vector<Heist::Score> scores = heist.scores_of(person);
  std::stable_sort(scores.begin(), scores.end(),
                   [](const auto& one, const auto& other) { return one.score > other.score; });
  return scores;
}
std::string score_text(float score) {
  if (!std::isfinite(score)) return "-";
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", static_cast<double>(score));
  return text;
}

void draw_panel(Canvas& canvas, const Heist& heist, const Person* chosen, bool is_held) {
  const int left = kWidth - kPanel;
  canvas.box(left, 0, kPanel, kHeight, {33, 37, 46});
  char time[32];
  std::snprintf(time, sizeof time, "%.1f s%s", static_cast<double>(heist.time()), is_held ? "  held" : "");
  canvas.text(left + 16, 16, 2, time, {230, 232, 236});
  int y = 56;
  if (chosen == nullptr) {
    canvas.text(left + 16, y, 2, "click somebody", {150, 156, 168});
  } else {
    canvas.text(left + 16, y, 2,
                (chosen->side == game::Side::thief ? "thief " : "guard ") + std::string(1, chosen->letter),
                {230, 232, 236});
    for (const Heist::Score& one : sorted_scores(heist, *chosen)) {
      y += 26;
      const Colour colour = one.is_running ? Colour{255, 214, 90} : Colour{170, 176, 188};
      canvas.text(left + 16, y, 2, one.option, colour);
      canvas.text(left + 170, y, 2, score_text(one.score), colour);
      if (one.score > 0)
        canvas.box(left + 232, y + 4, static_cast<int>(52 * std::min(1.0f, one.score)), 6, colour);
    }
  }
  // What has happened, the newest below.
  const auto& all = heist.happenings();
  const size_t shown = std::min<size_t>(all.size(), 9);
  for (size_t i = 0; i < shown; ++i)
    canvas.text(left + 16, kHeight - 14 * static_cast<int>(shown - i) - 8, 1,
                all[all.size() - shown + i].text, {150, 156, 168});
}

struct Options {
  const char* blob = nullptr;
  const char* picture = "window.bmp";
  float from = 0;
  bool is_held = false;
};

class Window {
 public:
  Window(Heist& heist, const Options& options) : heist_(heist), options_(options), is_held_(options.is_held) {
    window_ = SDL_CreateWindow("A night in a house", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, kWidth,
                               kHeight, 0);
    renderer_ = window_ == nullptr ? nullptr : SDL_CreateRenderer(window_, -1, SDL_RENDERER_SOFTWARE);
    if (renderer_ == nullptr) {
      std::fprintf(stderr, "window: %s\n", SDL_GetError());
      std::exit(1);
    }
  }
  ~Window() {
    SDL_DestroyRenderer(renderer_);
    SDL_DestroyWindow(window_);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void run() {
    std::printf("ready\n");
    std::fflush(stdout);
    for (uint32_t next = SDL_GetTicks(); is_open_;) {
      SDL_Event event;
      while (SDL_PollEvent(&event) != 0) handle(event);
      if (!is_held_ && heist_.outcome() == thief::Outcome::open) heist_.frame();
      draw();
      next = std::max(next + static_cast<uint32_t>(thief::kStep * 1000), SDL_GetTicks());
      while (is_open_ && SDL_GetTicks() < next) {
        if (SDL_WaitEventTimeout(&event, static_cast<int>(next - SDL_GetTicks())) != 0) {
          handle(event);
          draw();
        }
      }
    }
  }

 private:
  void handle(const SDL_Event& event) {
    if (event.type == SDL_QUIT) is_open_ = false;
    if (event.type == SDL_MOUSEBUTTONDOWN) choose_at(event.button.x, event.button.y);
    if (event.type != SDL_KEYDOWN) return;
    switch (event.key.keysym.sym) {
      case SDLK_ESCAPE: is_open_ = false; break;
      case SDLK_SPACE: hold(!is_held_); break;
      case SDLK_RIGHT: step(); break;
      case SDLK_TAB: choose_next(); break;
      case SDLK_p: take_picture(); break;
      default: break;
    }
  }
  void hold(bool is_held) {
    is_held_ = is_held;
    std::printf("%s at %.1f s\n", is_held ? "held" : "goes on", static_cast<double>(heist_.time()));
    std::fflush(stdout);
  }
  void step() {
    if (!is_held_ || heist_.outcome() != thief::Outcome::open) return;
    heist_.frame();
    std::printf("stepped to %.1f s\n", static_cast<double>(heist_.time()));
    std::fflush(stdout);
  }
  void choose_at(int x, int y) {
    for (const Person& person : heist_.people()) {
      const auto away_x = static_cast<float>(x_of(person.place.x) - x),
                 away_y = static_cast<float>(y_of(person.place.z) - y);
      if (std::hypot(away_x, away_y) <= 14) choose(person);
    }
  }
  void choose_next() {
    const auto& people = heist_.people();
    const size_t next = chosen_ == nullptr ? 0 : static_cast<size_t>(chosen_ - people.data()) + 1;
    choose(people[next % people.size()]);
  }
  void choose(const Person& person) {
    chosen_ = &person;
    std::printf("%c at %d,%d:", person.letter, x_of(person.place.x), y_of(person.place.z));
    for (const Heist::Score& one : sorted_scores(heist_, person))
      std::printf(" %s%s %s", one.is_running ? "*" : "", one.option.c_str(), score_text(one.score).c_str());
    std::printf("\n");
    std::fflush(stdout);
  }
  void draw() {
    Canvas canvas(renderer_);
    canvas.clear({33, 37, 46});
    draw_house(canvas);
    for (const Person& person : heist_.people()) {
      if (person.side == game::Side::guard) draw_sight(canvas, person);
    }
    draw_people(canvas, heist_, chosen_);
    draw_panel(canvas, heist_, chosen_, is_held_);
    SDL_RenderPresent(renderer_);
  }
  void take_picture() {
    draw();
    const std::unique_ptr<SDL_Surface, decltype(&SDL_FreeSurface)> picture(
        SDL_CreateRGBSurfaceWithFormat(0, kWidth, kHeight, 24, SDL_PIXELFORMAT_BGR24), SDL_FreeSurface);
    if (picture == nullptr ||
        SDL_RenderReadPixels(renderer_, nullptr, SDL_PIXELFORMAT_BGR24, picture->pixels, picture->pitch) !=
            0 ||
        SDL_SaveBMP(picture.get(), options_.picture) != 0) {
      std::fprintf(stderr, "window: %s\n", SDL_GetError());
      return;
    }
    std::printf("picture in %s\n", options_.picture);
    std::fflush(stdout);
  }

  Heist& heist_;
  const Options& options_;
  SDL_Window* window_ = nullptr;
  SDL_Renderer* renderer_ = nullptr;
  const Person* chosen_ = nullptr;
  bool is_held_ = false, is_open_ = true;
};

constexpr const char* kUsage =
    "usage: window BLOB [--from SECONDS] [--held] [--picture FILE]\n\n"
    "Plays the night of examples/thief in a window. Space holds and goes on, the right arrow steps while it "
    "is held, a\n"
    "click on somebody shows how their options score, Tab chooses the next one, p takes a picture "
    "(window.bmp), Escape\n"
    "ends.\n";

Options read_options(int count, char** values) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const bool has_value = i + 1 < count;
    if (std::strcmp(values[i], "--held") == 0) {
      options.is_held = true;
    } else if (std::strcmp(values[i], "--from") == 0 && has_value) {
      options.from = static_cast<float>(std::atof(values[++i]));
    } else if (std::strcmp(values[i], "--picture") == 0 && has_value) {
      options.picture = values[++i];
    } else if (values[i][0] != '-' && options.blob == nullptr) {
      options.blob = values[i];
    } else {
      const bool is_help = std::strcmp(values[i], "--help") == 0;
      std::fputs(kUsage, is_help ? stdout : stderr);
      std::exit(is_help ? 0 : 2);
    }
  }
  if (options.blob != nullptr) return options;
  std::fputs(kUsage, stderr);
  std::exit(2);
}

}  // namespace
}  // namespace window

int main(int count, char** values) {
  games::program = "window";
  const window::Options options = window::read_options(count, values);
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    std::fprintf(stderr, "window: %s; it needs a display\n", SDL_GetError());
    return 1;
  }
  const ishi::Asset asset = games::load(options.blob);
  thief::Heist heist(asset, 1);
  while (heist.time() < options.from && heist.outcome() == thief::Outcome::open) heist.frame();
  window::Window(heist, options).run();
  SDL_Quit();
  return 0;
}
