import type { Sweep, Turn } from '../engine/answers';
import type { Value } from './scale';

// A part of a swept key in which an agent goes on with what it does already, whichever of two actions that is.
export interface Band {
  from: Value;
  to: Value;
  below: string; // what is done when one comes from lower values
  above: string;
}

// The bands of a profile. Where only one way has a change (the other never comes back to it) the band is that one place.
export function bandsOf({ rising = [], falling = [] }: Sweep['profiles'][number]): Band[] {
  const rest = [...falling];
  const bands = rising.map((up: Turn): Band => {
    const place = rest.findIndex((down) => down.from === up.to && down.to === up.from && Number(down.at) <= Number(up.at));
    const [down] = place < 0 ? [] : rest.splice(place, 1);
    return { from: down?.at ?? up.at, to: up.at, below: up.from, above: up.to };
  });
  return [...bands, ...rest.map(({ at, from, to }) => ({ from: at, to: at, below: to, above: from }))];
}
