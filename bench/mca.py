# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The aeswide authors
"""
mca.py - predicts the speed of the kernels' main loops with llvm-mca.

    mca.py OBJDUMP MCA KERNEL=OBJECT...

A main loop is found by its instructions: among the ways around all innermost loops of a function, that which has the
AES rounds of the key size in question and the fewest instructions for a block. (In counter mode that is the way on
which the last byte of the counter does not wrap; in GHASH the products of one vector, without the reduction, which
comes once in many.)
Prints a line for each loop and model of a CPU:

    cycles    for a block of 16 bytes, in the steady state
    AES       what the model allows the loop's AES instructions alone, when none waits for another ("Block RThroughput")
    bound     the same for the instruction mix that sets the goal: for ECB and CTR the AES instructions, for GCM and
              GHASH all that the loop has
    ratio     cycles / bound
    busiest   the unit with the most work, and how much of the time it is at work
"""
import json
import re
import subprocess
import sys

MODELS = {
    "vaes512": ["icelake-server", "sapphirerapids", "znver4"],
    "vaes256": ["icelake-server", "sapphirerapids", "znver4", "znver3"],
    "aesni": ["icelake-server", "sapphirerapids", "znver4", "znver3"],
}
MODES = ["ecb_encrypt", "ecb_decrypt", "ctr", "gcm_encrypt", "gcm_decrypt", "ghash"]
ROUNDS = {128: 10, 256: 14}
WIDTHS = {"x": 1, "y": 2, "z": 4}  # blocks in a register

INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\s+(\S.*)")
TARGET = re.compile(r"(j\w+)\s+(?:0x)?([0-9a-f]+)\b")


class Function:
    """Function is a disassembled function: addresses, the text of each instruction, and where each may go next."""

    def __init__(self):
        self.text = {}  # address -> instruction
        self.next = {}  # address -> addresses

    def connect(self):
        addresses = sorted(self.text)
        for address, after in zip(addresses, addresses[1:] + [None]):
            text = self.text[address]
            jump = TARGET.match(text)
            following = [after] if after is not None else []
            if jump:
                target = int(jump[2], 16)
                following = ([] if jump[1].startswith("jmp") else following) + ([target] if target in self.text else [])
            elif text.startswith("ret"):
                following = []
            self.next[address] = following

    def reach(self, start, nodes, edges):
        """reach returns the nodes to which edges lead from `start`, in the order in which the search leaves them."""
        left, seen, stack = [], {start}, [(start, iter(edges.get(start, ())))]
        while stack:
            address, rest = stack[-1]
            after = next((a for a in rest if a in nodes and a not in seen), None)
            if after is None:
                left.append(stack.pop()[0])
            else:
                seen.add(after)
                stack.append((after, iter(edges.get(after, ()))))
        return left

    def components(self, nodes):
        """components returns the strongly connected components of the nodes that hold vector code (Kosaraju's way)."""
        before = {}
        for address, following in self.next.items():
            for after in following:
                before.setdefault(after, []).append(address)
        order, seen = [], set()
        for address in sorted(nodes):
            if address not in seen:
                order += self.reach(address, nodes - seen, self.next)
                seen.update(order)
        found, rest = [], set(nodes)
        for address in reversed(order):
            if address in rest:
                component = set(self.reach(address, rest, before))
                rest -= component
                if len(component) > 1 and any("aes" in self.text[a] or "clmul" in self.text[a] for a in component):
                    found.append(component)
        return found

    def loops(self, nodes=None):
        """loops yields the innermost loops with vector code as (head, addresses): what is left of a loop without its
        head has no loop any more. A loop around another one would be a way through more than a main loop."""
        nodes = set(self.text) if nodes is None else nodes
        for component in self.components(nodes):
            heads = [after for address, following in self.next.items() if address not in component
                     for after in following if after in component]
            head = min(heads or component)
            inner = list(self.loops(component - {head}))
            if inner:
                yield from inner
            else:
                yield head, component

    def turns(self):
        """turns yields the ways around all innermost loops, each as a list of instructions."""
        for head, inside in self.loops():
            todo = [[head]]
            while todo:
                path = todo.pop()
                while path:
                    if head in self.next[path[-1]]:
                        yield [self.text[a] for a in path]
                    following = [a for a in self.next[path[-1]] if a in inside and a not in path]
                    todo += [path + [other] for other in following[1:]]
                    path = path + following[:1] if following else None


def disassemble(objdump, path):
    """disassemble returns the functions of an object file by name."""
    output = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], stdout=subprocess.PIPE, text=True,
                            check=True).stdout
    functions, current = {}, None
    for line in output.splitlines():
        symbol = re.match(r"[0-9a-f]+ <(.+)>:", line)
        instruction = INSTRUCTION.match(line)
        if symbol:
            current = functions.setdefault(symbol[1], Function())
        elif instruction and current is not None:
            current.text[int(instruction[1], 16)] = re.sub(r"\s*[#<].*", "", instruction[2]).strip()
    for function in functions.values():
        function.connect()
    return functions


def is_aes(text):
    return re.match(r"v?aes(enc|dec)", text) is not None


def width(text):
    """width returns how many blocks the instruction's registers hold."""
    return max(WIDTHS[register] for register in re.findall(r"%([xyz])mm", text))


def blocks(turn, mode):
    """blocks returns how many blocks one turn of a loop finishes: the last rounds of AES, or for GHASH, which has none,
    the products of high halves, of which a block has one."""
    if mode != "ghash":
        return sum(width(text) for text in turn if re.match(r"v?aes(enc|dec)last", text))
    return sum(width(text) for text in turn if re.match(r"v?pclmul(hq?hqdq|qdq\s+\$(0x11|17),)", text))


def main_loop(function, mode, rounds):
    """main_loop returns one turn of the main loop and the blocks that it finishes, or None."""
    best = None
    for turn in function.turns():
        count = blocks(turn, mode)
        aes = sum(width(text) for text in turn if is_aes(text))
        if count == 0 or aes != (0 if mode == "ghash" else rounds * count):
            continue
        if best is None or len(turn) / count < len(best[0]) / best[1]:
            best = turn, count
    return best


def analyse(mca, model, turn, iterations):
    """analyse returns llvm-mca's account of a loop."""
    text = "".join(re.sub(r"^(j\w+)\s.*", r"\1 loop", line) + "\n" for line in turn)
    output = subprocess.run([mca, "-mtriple=x86_64", f"-mcpu={model}", f"-iterations={iterations}", "-json"],
                            input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(output)


def cycles(mca, model, turn):
    """cycles returns the cycles of a turn in the steady state."""
    few, many = 50, 150
    totals = [analyse(mca, model, turn, n)["CodeRegions"][0]["SummaryView"]["TotalCycles"] for n in (few, many)]
    return (totals[1] - totals[0]) / (many - few)


def bound(mca, model, turn):
    return analyse(mca, model, turn, 1)["CodeRegions"][0]["SummaryView"]["BlockRThroughput"]


def busiest(mca, model, turn):
    """busiest returns the name of the unit with the most work, and its cycles in a turn."""
    report = analyse(mca, model, turn, 100)
    names = report["TargetInfo"]["Resources"]
    usage = [(entry["ResourceUsage"], names[entry["ResourceIndex"]])
             for entry in report["CodeRegions"][0]["ResourcePressureView"]["ResourcePressureInfo"]
             if entry["InstructionIndex"] == len(turn)]
    most, name = max(usage)
    return name, most


def print_loop(mca, kernel, mode, bits, turn, count):
    """print_loop prints a line for each model."""
    aes = [text for text in turn if is_aes(text)]
    for model in MODELS[kernel]:
        took = cycles(mca, model, turn)
        name, most = busiest(mca, model, turn)
        alone = bound(mca, model, aes) if aes else 0
        allowed = alone if mode.startswith(("ecb", "ctr")) else bound(mca, model, turn)
        print(f"{kernel:8} {mode:12} {bits or '':4} {model:15} {count:6} {took / count:7.3f} {alone / count:7.3f}"
              f" {allowed / count:7.3f} {took / allowed:6.2f}  {name} {100 * most / took:.0f} %")


def main():
    objdump, mca, *objects = sys.argv[1:]
    missing = False
    print(f"{'kernel':8} {'loop':12} {'AES':4} {'model':15} {'blocks':6} {'cycles':>7} {'AES':>7} {'bound':>7}"
          f" {'ratio':>6}  busiest")
    for argument in objects:
        kernel, path = argument.split("=", 1)
        functions = disassemble(objdump, path)
        for mode in MODES:
            for bits, rounds in ({None: 0} if mode == "ghash" else ROUNDS).items():
                found = None
                if f"{kernel}_{mode}" in functions:
                    found = main_loop(functions[f"{kernel}_{mode}"], mode, rounds)
                if found:
                    print_loop(mca, kernel, mode, bits, *found)
                else:
                    missing = True
                    print(f"{kernel:8} {mode:12} {bits or '':4} no main loop was found")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
