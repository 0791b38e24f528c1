#include "language/functions.h"

#include <algorithm>
#include <array>

namespace ishi::compiler {
namespace {

using enum OperationCode;
using namespace std::string_view_literals;

constexpr std::array kFunctions = {
    FunctionRow{"min", "uu*", 'u', minimum, "min(a, b, …)", "the least"},
    FunctionRow{"max", "uu*", 'u', maximum, "max(a, b, …)", "the greatest"},
    FunctionRow{"clamp", "uuu", 'u', {}, "clamp(x, low, high)", "x held between low and high"},
    FunctionRow{"lerp", "uun", 'u', {}, "lerp(a, b, t)", "from a (t = 0) to b (t = 1)"},
    FunctionRow{"abs", "u", 'u', absolute, "abs(x)", "x without its sign"},
    FunctionRow{"sign", "u", 'i', OperationCode::sign, "sign(x)", "−1, 0 or 1"},
    FunctionRow{"floor", "n", 'i', OperationCode::floor, "floor(x)", "the next whole number downward"},
    FunctionRow{"ceil", "n", 'i', OperationCode::ceil, "ceil(x)", "the next whole number upward"},
    FunctionRow{"round", "n", 'i', OperationCode::round, "round(x)",
                "the nearest whole number; halves away from zero"},
    FunctionRow{"sqrt", "n", 'n', square_root, "sqrt(x)", "the square root; 0 of what is negative"},
    FunctionRow{"exp", "n", 'n', exponential, "exp(x)", "e to the power of x"},
    FunctionRow{"log", "n", 'n', logarithm, "log(x)", "the natural logarithm; 0 of what is not positive"},
    FunctionRow{"sin", "a", 'n', sine, "sin(angle)", "the sine"},
    FunctionRow{"cos", "a", 'n', cosine, "cos(angle)", "the cosine"},
    FunctionRow{"mod", "uu", 'u', modulo, "mod(a, b)", "the rest of a / b, with the sign of b; 0 if b is 0"},
    FunctionRow{"if", "btt", 't', {}, "if(condition, a, b)", "a where the condition holds, else b"},
    FunctionRow{"norm", "uuu", 'n', {}, "norm(x, a, b)", "x mapped from a..b to 0..1"},
    FunctionRow{"remap", "uuuvv", 'v', {}, "remap(x, a, b, c, d)", "x mapped from a..b to c..d"},
    FunctionRow{"smoothstep", "uuu", 'n', {}, "smoothstep(a, b, x)", "0 at a, 1 at b, soft in between"},
    FunctionRow{"distance",
                "pP",
                'l',
                {},
                "distance(a), distance(a, b)",
                "metres from the agent to a, or from a to b"},
    FunctionRow{"direction",
                "pP",
                'd',
                {},
                "direction(a), direction(a, b)",
                "where a is seen from the agent, or b from a"},
    FunctionRow{"bearing",
                "p",
                'a',
                {},
                "bearing(a)",
                "how far the agent must turn to face a: −180..180deg, right positive"},
    FunctionRow{"since",
                "m",
                's',
                {},
                "since(action), since(event)",
                "since this agent last ended the action (0s while it runs) or the event last reached it; "
                "1000000s if never"},
    FunctionRow{"completed",
                "o",
                'b',
                {},
                "completed(action)",
                "in what leads to another state: the action has just completed; without an action: any has"},
    FunctionRow{"failed", "o", 'b', {}, "failed(action)", "the same: it has just failed"},
    FunctionRow{"angle", "dd", 'a', {}, "angle(a, b)", "the angle between two directions: 0..180deg"},
    FunctionRow{"count",
                "sB",
                'i',
                {},
                "count(set), count(set, condition)",
                "how many members a set has, or those of which the condition holds; `it` is each of them"},
    FunctionRow{"sum", "suB", 'u', sum_of, "sum(set, x), sum(set, x, condition)",
                "x of all members together, or of those of which the condition holds; `it` is each of them"},
    FunctionRow{"highest", "suB", 'u', highest_of, "highest(set, x), highest(set, x, condition)",
                "the greatest x of all members, or of those of which the condition holds; 0 of none"},
    FunctionRow{"lowest", "suB", 'u', lowest_of, "lowest(set, x), lowest(set, x, condition)",
                "the least x of the same; of none 0, of lengths 1000000m"},
};

}  // namespace

std::span<const FunctionRow> functions() { return kFunctions; }

const FunctionRow* find_function(std::string_view name) {
  const auto found = std::ranges::find(kFunctions, name, &FunctionRow::name);
  return found != kFunctions.end() ? &*found : nullptr;
}

}  // namespace ishi::compiler
