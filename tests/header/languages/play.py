"""As game.c, in Python."""
import ctypes
import sys

import game
import ishi
from ishi import id_of

asset = ishi.Asset.read(sys.argv[1])
world = ishi.World(contract=game.CONTRACT, up=game.UP)
try:
    world.add_population(asset, game.Agents.bear, capacity=1)
except ishi.Error as refusal:
    print(refusal)
    sys.exit(1)
usual = game.Trot.defaults()
agree = (game.Keys.hunger == id_of("blackboard", "hunger") and game.TeamKeys.honey == id_of("blackboard", "honey")
         and game.WorldKeys.hour == id_of("blackboard", "hour") and game.Things.tree == id_of("things", "tree")
         and game.Fields.Tree.ripe == id_of("things/tree", "ripe") and game.Sets.trees == id_of("candidates", "trees")
         and game.Capacities.trees == 8 and game.Tokens.den == id_of("tokens", "den") and game.Agents.bear == id_of("agents", "bear")
         and game.Choices.best_tree == id_of("choices", "best_tree") and game.Memories.seen == id_of("memory", "seen")
         and game.Facts.Seen.checked == id_of("memory/seen", "checked") and game.Tasks.trot == id_of("tasks", "trot")
         and game.Trot.ID == game.Tasks.trot and game.Events.bee_sting == id_of("events", "bee_sting")
         and usual.pace == 1.5 and usual.manner == game.Manner.slow and usual.to.x == 1 and usual.quiet == 1
         and game.BeeSting.defaults().stings == 3 and ctypes.sizeof(game.Trot) == 24
         and game.Sniff.GIVES and game.Sniff.defaults().scent == 0 and not hasattr(game.Trot, "GIVES"))
print("done; the contracts agree" if agree else "a constant is wrong")
sys.exit(0 if agree else 1)
