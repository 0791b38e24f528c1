// Which loops run a kind of response curve, as its struct (program/curves.inl) says. program/machine.cpp
// includes it once for each instruction set, behind the loops.

// The loop of a pack, where packs are built.
template <PackRun kRun>
constexpr PackRun kPackOf = is_built(Feature::packs) ? kRun : nullptr;

constexpr void list_loop(Machine& machine, CurveLoop loop, Instruction::Run run, PackRun pack) {
  machine.curve[static_cast<uint32_t>(loop)] = run;
  machine.packs.curve[static_cast<uint32_t>(loop)] = pack;
}

// The loop of a kind. Without vectors the lanes come one by one.
template <typename Kind>
constexpr void list_kind(Machine& machine) {
  constexpr CurveLoop kLoop = ::ishi::curves::own_loop(Kind::kind);
  static_assert(Kind::shape.row != 0 ||
                    (Kind::shape.fixed <= LaneNumbers<Lanes>::kMost && Kind::shape.fixed <= Pack::kCurve),
                "loops have room for fewer numbers");
  Instruction::Run& bare = machine.bare_curve[static_cast<uint32_t>(kLoop)];
  if constexpr (kAtOnce == 1) {
    list_loop(machine, kLoop, &run_curve_by_lanes, nullptr);
  } else if constexpr (Kind::shape.row != 0) {
    list_loop(machine, kLoop, &run_rows<typename Kind::On>, kPackOf<&pack_rows<typename Kind::On>>);
  } else if constexpr (!kTakesLanes<Kind>) {
    list_loop(machine, kLoop, &run_curve_by_lanes, nullptr);
  } else if constexpr (kIsPartial<Kind>) {
    list_loop(machine, kLoop, &run_partial<Deep, Kind, Outer::framed>, kPackOf<&pack_partial<Kind>>);
    if constexpr (Kind::has_bare_loop) bare = &run_partial<Deep, Kind, Outer::bare>;
  } else {
    using F = std::conditional_t<Kind::is_light, Twice<Lanes>, Deep>;
    constexpr Outer kOuter = Kind::within == ::ishi::curves::Within::unit ? Outer::scaled : Outer::framed;
    list_loop(machine, kLoop, &run_curve<F, Kind, kOuter>, kPackOf<&pack_curve>);
    if constexpr (Kind::has_bare_loop) bare = &run_curve<F, Kind, Outer::bare>;
  }
}

template <typename... Kinds>
constexpr void list_kinds(Machine& machine, std::tuple<Kinds...>*) {
  (list_kind<Kinds>(machine), ...);
}

template <typename Of>
constexpr void list_exact_power(Machine& machine, CurveLoop loop) {
  if constexpr (kAtOnce == 1) {
    list_loop(machine, loop, &run_curve_by_lanes, nullptr);
  } else {
    list_loop(machine, loop, &run_curve<Twice<Lanes>, curves::ExactPower<Of>>,
              kPackOf<&pack_curve>);
  }
}

constexpr void list_curves(Machine& machine) {
  list_kinds(machine, static_cast<curves::All*>(nullptr));
  list_exact_power<curves::Itself>(machine, CurveLoop::identity_power);
  list_exact_power<curves::Root>(machine, CurveLoop::square_root);
  list_exact_power<curves::Squared>(machine, CurveLoop::square);
  list_exact_power<curves::Cubed>(machine, CurveLoop::cube);
  list_loop(machine, CurveLoop::by_lanes, &run_curve_by_lanes, nullptr);
}
