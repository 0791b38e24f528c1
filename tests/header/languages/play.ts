// As game.c, in TypeScript.
import { readFileSync } from 'node:fs';

import * as ishi from 'ishi-web';
import * as game from './game.js';

const runtime = await ishi.Ishi.load();
const asset = runtime.loadAsset(readFileSync(process.argv[2]!));
const world = runtime.createWorld({ contract: game.contract, up: game.up });
try {
  world.addPopulation(asset, game.agents.bear, { capacity: 1 });
} catch (refusal) {
  console.log((refusal as Error).message);
  process.exit(1);
}
const id = (section: string, name: string): bigint => runtime.idOf(section, name);
const [to, pace, manner, quiet] = game.tasks.trot.layout!.members;
const agree =
  game.keys.hunger.id === id('blackboard', 'hunger') && game.keys.hunger.type === 'number' && game.teamKeys.honey.id === id('blackboard', 'honey') &&
  game.worldKeys.hour.id === id('blackboard', 'hour') && game.things.tree === id('things', 'tree') &&
  game.fields.tree.ripe.id === id('things/tree', 'ripe') && game.sets.trees === id('candidates', 'trees') && game.capacities.trees === 8 &&
  game.members.trees.worth.id === id('candidates/trees', 'worth') && game.tokens.den === id('tokens', 'den') && game.agents.bear === id('agents', 'bear') &&
  game.choices.best_tree === id('choices', 'best_tree') && game.memories.seen === id('memory', 'seen') &&
  game.facts.seen.checked === id('memory/seen', 'checked') && game.tasks.trot.id === id('tasks', 'trot') && game.events.bee_sting.id === id('events', 'bee_sting') &&
  `${pace}` === 'pace,12,number,1.5' && manner![3] === game.Manner.slow && `${to}` === 'to,0,point,1,2,3' && quiet![3] === 1 &&
  game.events.bee_sting.layout!.members[0]![3] === 3 && game.tasks.trot.layout!.bytes === 24;
const trot: game.Trot | undefined = undefined;
const smell: game.SniffGives = { scent: 0 };
console.log(agree && trot === undefined && smell.scent === 0 ? 'done; the contracts agree' : 'a constant is wrong');
process.exit(agree ? 0 : 1);
