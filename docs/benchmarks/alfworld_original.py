#!/usr/bin/env python3
"""Times the original ALFWorld and ours on the same real games, one after the other, and prints the ratio.

    python3 docs/benchmarks/alfworld_original.py [--data ../shared/data/alfworld] [--games 12] [--steps 40] [--venv DIR]

Needs Python 3.9 to 3.11, a C++ compiler and PyPI for the first run (the planner library is compiled from source, about two
minutes); the packages go into a virtual environment of its own, --venv keeps it for the next run. Both sides
start a game and walk random admissible commands from there, with the admissible commands after each; times are of the
processor, so that other programs on the machine do not count.
"""
import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

PINNED = ["alfworld==0.4.2", "textworld==1.7.0", "fast-downward-textworld==20.6.4", "tatsu==5.8.3", "networkx", "numpy",
          "tqdm", "termcolor", "mementos", "prompt_toolkit", "wcwidth"]


def install(folder):
    """Makes the virtual environment unless it is there, and returns its Python."""
    python = os.path.join(folder, "bin", "python")
    probe = "import textworld, fast_downward, tatsu"
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    stub(python)
    if subprocess.run([python, "-c", probe], capture_output=True).returncode != 0:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", *PINNED], check=True)
    return python


def stub(python):
    """Stands in for jericho, an emulator that textworld imports and these games never use."""
    site = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"],
                          check=True, capture_output=True, text=True).stdout.strip()
    path = os.path.join(site, "jericho.py")
    if not os.path.exists(path) and not os.path.isdir(os.path.join(site, "jericho")):
        with open(path, "w") as out:
            out.write("class UnsupportedGameWarning(UserWarning): pass\nclass TruncatedInputActionWarning(UserWarning): pass\n"
                      "class FrotzEnv: pass\n")


def original(files, steps):
    """Plays the games in this process and returns the seconds of CPU of loads with first resets, and of steps."""
    import textworld
    from textworld.envs import PddlEnv
    from alfworld.agents.environment.alfred_tw_env import AlfredDemangler
    rng = random.Random(1)
    loads, walked = [], []
    for path in files:
        env = AlfredDemangler(PddlEnv(textworld.EnvInfos(admissible_commands=True, won=True)), shuffle=False)
        began = time.process_time()
        env.load(path)
        state = env.reset()
        loads.append(time.process_time() - began)
        for _ in range(steps):
            command = rng.choice(state["admissible_commands"])
            began = time.process_time()
            state, _, _ = env.step(command)
            walked.append(time.process_time() - began)
    return {"load": sum(loads) / len(loads), "step": sum(walked) / len(walked), "games": len(files), "steps": len(walked)}


def ours(root):
    """Runs our benchmark and returns seconds of processor by name."""
    out = subprocess.run(["go", "test", "-run", "^$", "-bench", "^BenchmarkRealGames$", "-cpu", "1", "./registry/environments/alfworld"],
                         cwd=root, check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"^BenchmarkRealGames/(\w+)\s.*?([\d.]+) cpu-ns/op", out, re.M))
    if "step" not in found:
        sys.exit("our benchmark ran no game:\n" + out)
    return {name: float(value) * 1e-9 for name, value in found.items()}


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", default=os.path.join(root, "..", "shared", "data", "alfworld"), help="folder that holds json_2.1.1")
    p.add_argument("--games", type=int, default=12, help="how many of its games the original plays")
    p.add_argument("--steps", type=int, default=40, help="steps a game")
    p.add_argument("--venv", help="folder for the virtual environment; a temporary one without it")
    p.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    args = p.parse_args()
    files = sorted(glob.glob(os.path.join(args.data, "json_2.1.1", "*", "*", "*", "game.tw-pddl")))
    files = files[::max(1, len(files) // args.games)][:args.games]
    if not files:
        sys.exit("no games in " + args.data)
    if args.play:
        print(json.dumps(original(files, args.steps)))
        return
    with tempfile.TemporaryDirectory() as scratch:
        python = install(args.venv or os.path.join(scratch, "venv"))
        run = subprocess.run([python, __file__, "--play", "--data", args.data, "--games", str(args.games), "--steps", str(args.steps)],
                             check=True, capture_output=True, text=True)
        theirs = json.loads(run.stdout.strip().splitlines()[-1])
    mine = ours(root)
    print(f"{theirs['games']} games, {theirs['steps']} steps of the original; admissible commands included")
    print(f"{'':24}{'original':>14}{'ours':>14}{'ratio':>12}")
    for name, label in (("load", "load and start, s"), ("step", "step, s")):
        print(f"{label:24}{theirs[name]:14.4g}{mine[name]:14.4g}{theirs[name] / mine[name]:12,.0f}")
    print(f"{'steps a second':24}{1 / theirs['step']:14,.0f}{1 / mine['step']:14,.0f}")


if __name__ == "__main__":
    main()
