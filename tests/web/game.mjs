// The game of tests/bindings/game.c in JavaScript: it comes to the same hashes.

const kAgents = 6, kBottles = 6, kChanges = 4, kUnits = 1024, kCells = 24, kExpansions = 200;
export const kFrames = 3000, kFramesPerHash = 1000;
const mask = (1n << 64n) - 1n;
const words = new DataView(new ArrayBuffer(4));

function bitsOf(number) {
  words.setFloat32(0, number);
  return BigInt(words.getUint32(0));
}
// The places of numbers are whole numbers of 1/1024 m, which doubles and floats hold alike.
function go(from, heading, step) {
  const to = (Math.trunc(from * kUnits) + Math.trunc((Math.trunc(heading * kUnits) * step) / kUnits)) | 0; // no -0
  return Math.max(-11 * kUnits, Math.min(11 * kUnits, to)) / kUnits;
}

export class Game {
  chance = 7n;
  digest = 0n;
  identities = 0;
  works = [];

  // `ishi`: the module, of the package that is given next. `blob`: tests/bindings/game.ishi.yaml, compiled.
  constructor(ishi, { constants, Tokens }, blob) {
    Object.assign(this, { ishi, constants, Tokens });
    this.asset = ishi.loadAsset(blob);
    this.world = ishi.createWorld({ seed: 5, entities: 64, teams: 2 });
    this.populations = ['guard', 'thief'].map((name) => this.world.addPopulation(this.asset, name, { capacity: 8 }));
    this.world.createGrid({ columns: kCells, rows: kCells, origin: [-12, 0, -12] });
    this.keen = this.populations.map((one) => one.column('keen'));
    this.home = this.populations.map((one) => one.column('home'));
    this.noise = this.world.worldKey('noise_level');
    [this.hostile, this.cloth, this.pace] = ['hostile', 'cloth', 'pace'].map((name) => this.world.field('person', name));
    this.bottles = [];
    for (let i = 0; i < kBottles; ++i) this.bottles.push(this.world.spawn({ position: this.place(), thing: 'bottle' }));
    this.agents = [];
    for (let i = 0; i < 2 * kAgents; ++i) this.spawn(i);
  }

  next() {
    let z = (this.chance = (this.chance + 0x9e3779b97f4a7c15n) & mask);
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  }
  below(n) {
    return Number(this.next() % BigInt(n));
  }
  sixteenths(most) {
    return this.below(most + 1) / 16;
  }
  place() {
    const x = this.sixteenths(320) - 10;
    return [x, 0, this.sixteenths(320) - 10];
  }
  add(word) {
    const digest = ((((this.digest << 5n) | (this.digest >> 59n)) & mask) ^ BigInt(word)) * 0x9e3779b97f4a7c15n & mask;
    this.digest = digest ^ (digest >> 29n);
  }
  addNumber(number) {
    this.add(bitsOf(number));
  }
  addPoint({ x, y, z }) {
    for (const number of [x, y, z]) this.addNumber(number);
  }

  spawn(i) {
    this.agents[i] = this.populations[Math.floor(i / kAgents)].spawn({
      position: this.place(), team: i % 2, user: i, identity: ++this.identities, thing: 'person',
    });
  }

  // The code of a call that may be refused.
  codeOf(call) {
    try {
      call();
      return this.constants.OK;
    } catch (fault) {
      return fault.code;
    }
  }

  change() {
    const what = this.below(12), i = this.below(2 * kAgents);
    const who = this.agents[i], kind = Math.floor(i / kAgents), population = this.populations[kind], slot = population.slotOf(who);
    const { world, ishi } = this;
    const { calls, memory, block } = ishi;
    switch (what) {
      case 0: this.keen[kind].values[slot] = this.sixteenths(16); break;
      case 1: this.home[kind].set(slot, ...this.place()); break;
      case 2: this.noise.values[0] = this.sixteenths(16); break;
      case 3:
        this.hostile.values[who.index] = this.below(2);
        this.cloth.values[who.index] = this.sixteenths(16);
        this.pace.values[who.index] = this.sixteenths(48);
        break;
      case 4: world.makeSound('glass', who, this.place()); break;
      case 5: {
        const set = ishi.idOf('candidates', 'pack'), members = block + 256;
        ishi.check(calls.world_candidates(world.place, set, this.below(2), members));
        const isAdded = this.below(2) === 0;
        const member = world.writeEntity(who);
        this.add(isAdded ? calls.candidates_add(members, member) : calls.candidates_withdraw(members, member));
        break;
      }
      case 6:
        population.despawn(who);
        this.spawn(i);
        break;
      case 7: {
        const other = this.agents[this.below(2 * kAgents)];
        this.add(this.codeOf(() => population.remember(who, 'enemies', other)));
        break;
      }
      case 8: {
        const column = this.below(kCells), row = this.below(kCells);
        world.setCell(column, row, this.below(8) === 0 ? this.constants.IMPASSABLE : this.below(3));
        break;
      }
      case 9: {
        const bottle = this.bottles[this.below(kBottles)];
        world.setPosition(bottle, this.place());
        this.add(world.claimedBy(bottle)?.index ?? 0);
        break;
      }
      case 10: this.post(who, i % 2); break;
      default: {
        const chaser = ishi.idOf('tokens', 'chaser'), team = i % 2;
        ishi.check(calls.world_keep_tokens(world.place, chaser, team, this.below(3)));
        ishi.check(calls.world_tokens_in_use(world.place, chaser, team, block));
        this.add(memory.u32[block >> 2]);
      }
    }
  }

  // By the call itself: like the other games, this one gives an agent and a team whomever the event is for.
  post(agent, team) {
    const { calls, memory, block } = this.ishi;
    const options = block + 512, record = block + 1024;
    const target = this.below(3);
    memory.u32[options >> 2] = 40; // sizeof(ishi_event_options)
    this.ishi.check(calls.event_options_defaults(options));
    memory.f32[record >> 2] = this.sixteenths(16);
    memory.u32[(record >> 2) + 1] = 0;
    memory.u32[(options >> 2) + 1] = 8;
    memory.setId(options + 8, this.ishi.idOf('events', 'calmed'));
    memory.u32[(options >> 2) + 4] = target;
    memory.u32[(options >> 2) + 5] = team;
    this.world.writeEntity(agent, options + 24);
    memory.u32[(options >> 2) + 9] = record;
    this.add(calls.world_post(this.world.place, options));
  }

  report(work, isCompleted) {
    const population = this.populations[work.population];
    const isGiven = work.task.name === 'judge' && isCompleted;
    const given = isGiven ? { worth: this.sixteenths(16) } : undefined;
    const isTaken = isCompleted ? population.complete(work.token, 0, work.task, given) : population.fail(work.token, 0);
    this.add(isTaken ? this.constants.OK : this.constants.TOKEN_STALE);
  }
  reportWorks() {
    const now = this.world.frame;
    const due = this.works.filter((work) => work.due <= now);
    this.works = this.works.filter((work) => work.due > now);
    for (const work of due) this.report(work, work.isCompleted);
  }
  work(population, command, due, isCompleted) {
    const token = new this.Tokens(1);
    command.keep(token, 0);
    return { population: population.index, token, task: command.task, due, isCompleted };
  }
  serialOf(work) {
    return BigInt(work.token.data[2]) | (BigInt(work.token.data[3]) << 32n);
  }

  begin(population, start) {
    const work = this.work(population, start, 0, true);
    this.add(start.slot);
    this.add(this.serialOf(work));
    this.add(start.user);
    if (start.task.name === 'look') this.addNumber(start.parameters.sharp);
    if (this.below(4) === 0) return this.report(work, true);
    work.due = this.world.frame + this.below(30);
    work.isCompleted = this.below(5) !== 0;
    this.works.push(work);
  }
  abort(population, end) {
    const work = this.work(population, end, 0, true);
    this.add(this.serialOf(work));
    const key = `${work.token.data}`;
    this.works = this.works.filter((one) => `${one.token.data}` !== key);
    if (end.reportWhenOver) this.works.push({ ...work, due: this.world.frame + this.below(4) });
  }

  // The members that runFrame calls.

  sensing(population, batch) {
    for (const slot of batch) {
      this.add(slot);
      if (this.below(16) === 0) this.hostile.values[population.agentOf(slot).index] = this.below(2);
    }
  }
  ask(population, queries) {
    this.add(queries.length);
  }
  sight(query) {
    this.add(this.ishi.memory.id(query.ticketPlace));
    this.add(query.observer.index);
    this.add(query.target.index);
    this.addPoint(query.from);
    this.addPoint(query.to);
    return this.below(4) !== 0;
  }
  thinking(population, batch) {
    for (const slot of batch) {
      this.add(slot);
      if (this.below(8) === 0) this.keen[population.index].values[slot] = this.sixteenths(16);
    }
  }
  carryOut(population, commands) {
    for (const end of commands.ends) this.abort(population, end);
    for (const start of commands.starts) this.begin(population, start);
    for (const update of commands.updates) {
      this.add(this.serialOf(this.work(population, update, 0, true)));
      this.addNumber(update.parameters.sharp);
    }
  }
  emitted(population, event) {
    this.add(event.event.id);
    this.add(event.agent.index);
    this.addPoint(event.fields.where);
  }
  moving(population, batch) {
    for (const slot of batch) {
      if (this.below(8) !== 0) continue;
      const directions = this.next() & this.next();
      population.blocked.values[2 * slot] = Number(directions & 0xffffffffn);
      population.blocked.values[2 * slot + 1] = Number(directions >> 32n);
    }
  }
  move(move) {
    this.add(move.user);
    this.add(move.direction);
    this.addPoint(move.heading);
    this.addNumber(move.speed);
    const step = Math.trunc(Math.trunc(Math.fround(move.speed * kUnits)) / 60);
    const { positions } = this.world, { index, agent, heading } = move;
    this.world.setPosition(agent, [go(positions.x[index], heading.x, step), positions.y[index], go(positions.z[index], heading.z, step)]);
    this.world.setFacing(agent, heading);
  }

  addChoice(i) {
    const population = this.populations[Math.floor(i / kAgents)], agent = this.agents[i], point = { x: 0, y: 0, z: 0 };
    this.add(population.option(agent));
    this.add(population.candidate(agent)?.index ?? 0);
    if (population.wayPoint(agent, point)) this.addPoint(point);
  }
  runFrame() {
    for (let i = 0; i < kChanges; ++i) this.change();
    this.reportWorks();
    this.world.runFrame(this, { paths: { expansions: kExpansions } });
    this.add(this.world.stateHash());
    for (let i = 0; i < 2 * kAgents; ++i) this.addChoice(i);
  }

  // The hashes after each thousand frames, a line each, as golden.txt has them.
  play(frames = kFrames) {
    let lines = '';
    for (let frame = 1; frame <= frames; ++frame) {
      this.runFrame();
      if (frame % kFramesPerHash === 0) lines += `${this.digest.toString(16).padStart(16, '0')}\n`;
    }
    return lines;
  }
}
