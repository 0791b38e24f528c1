#include "asset/limits.h"
#include "asset/validate.h"
#include "ishi/program.h"
#include "program/curve.h"

namespace ishi {
namespace {

bool has_shape(CurveShape shape, size_t count) {
  if (shape.row == 0) return count == shape.fixed;
  return count >= size_t{shape.fixed} + shape.row && (count - shape.fixed) % shape.row == 0;
}

bool check_rising(Check& check, std::span<const float> numbers) {
  for (size_t i = 1; i < numbers.size(); ++i) {
    if (!check.that(numbers[i - 1] <= numbers[i], StatusCode::curve_corners, &numbers[i])) return false;
  }
  return true;
}

bool check_modes(Check& check, std::span<const float> numbers) {
  return Check::all(numbers, [&](const float& mode) {
    const bool known = mode == static_cast<float>(curves::Beyond::hold) ||
                       mode == static_cast<float>(curves::Beyond::repeat) ||
                       mode == static_cast<float>(curves::Beyond::mirror);
    return check.that(known, StatusCode::curve_mode, &mode);
  });
}

// Rows: x rises; from the last x on the curve is level.
bool check_rows(Check& check, std::span<const float> rows, uint32_t width) {
  for (size_t i = width; i < rows.size(); i += width) {
    if (!check.that(rows[i] > rows[i - width], StatusCode::curve_unsorted, &rows[i])) return false;
  }
  const auto slopes = rows.last(width - 2);
  return Check::all(slopes, [&](const float& s) { return check.that(s == 0, StatusCode::curve_end, &s); });
}

template <typename Of>
bool check_numbers(Check& check, const blob::Curve& curve, std::span<const float> numbers) {
  if (!check.that(has_shape(Of::shape, numbers.size()), StatusCode::curve_numbers, &curve)) return false;
  const auto fixed = numbers.first(Of::shape.fixed);
  if (Of::fixed == curves::Fixed::rising && !check_rising(check, fixed)) return false;
  if (Of::fixed == curves::Fixed::modes && !check_modes(check, fixed)) return false;
  return Of::shape.row == 0 || check_rows(check, numbers.subspan(Of::shape.fixed), Of::shape.row);
}

bool check_curve(Check& check, const Tables& tables, const blob::Curve& curve) {
  if (!check.that(curve.kind() <= blob::CurveKind::MAX, StatusCode::unknown_enumerator, &curve) ||
      !check.that(curve.clamped() <= 1, StatusCode::unknown_enumerator, &curve) ||
      !check.that(curve.reserved() == 0 && curve.reserved_2() == 0, StatusCode::reserved_not_zero, &curve) ||
      !check_finite(check, &curve, curve.shift(), curve.scale(), curve.output_scale(),
                    curve.output_shift())) {
    return false;
  }
  const auto numbers = part(tables.numbers, curve.numbers());
  return curves::visit(static_cast<CurveKind>(curve.kind()),
                       [&](auto of) { return check_numbers<decltype(of)>(check, curve, numbers); });
}

bool check_curves(Check& check, const Tables& tables) {
  Tiling numbers(tables.numbers.size());
  return check.that(tables.curves.size() < limits::kExactFloat, StatusCode::too_many, tables.curves.data()) &&
         Check::all(tables.numbers,
                    [&](const float& number) { return check_finite(check, &number, number); }) &&
         Check::all(tables.curves,
                    [&](const blob::Curve& curve) {
                      return numbers.follows(check, curve.numbers()) && check_curve(check, tables, curve);
                    }) &&
         numbers.complete(check, tables.numbers.data());
}

bool check_motive(Check& check, const blob::Motive& motive) {
  const bool known = motive.kind() <= blob::MotiveKind::MAX && motive.carried() <= 1;
  const float highest = motive.carried() != 0 ? 1.0f : 0.0f;
  return check.that(known, StatusCode::unknown_enumerator, &motive) &&
         check.that(motive.reserved() == 0, StatusCode::reserved_not_zero, &motive) &&
         check_finite(check, &motive, motive.start()) &&
         check.that(motive.start() >= 0 && motive.start() <= highest, StatusCode::level_start, &motive);
}

bool check_profiles(Check& check, const Tables& tables) {
  Tiling weights(tables.weights.size());
  return Check::all(tables.profiles,
                    [&](const blob::Profile& profile) {
                      return weights.follows(check, profile.weights()) &&
                             check.that(profile.weights().count() == tables.motives.size(),
                                        StatusCode::weight_count, &profile);
                    }) &&
         weights.complete(check, tables.weights.data()) &&
         Check::all(tables.weights, [&](const blob::Weight& weight) {
           return check_finite(check, &weight, weight.weight()) &&
                  check.that(weight.weight() >= 0, StatusCode::weight_negative, &weight) &&
                  check.that(weight.curve() <= tables.curves.size(), StatusCode::index_out_of_range, &weight);
         });
}

}  // namespace

bool validate_curves(Check& check, const Tables& t) {
  return check_lookup(check, t.curves_by_id, t.curves) && check_lookup(check, t.motives_by_id, t.motives) &&
         check_lookup(check, t.profiles_by_id, t.profiles) && check_curves(check, t) &&
         Check::all(t.motives, [&](const blob::Motive& motive) { return check_motive(check, motive); }) &&
         check_profiles(check, t);
}

}  // namespace ishi
