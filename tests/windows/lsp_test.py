"""The language server for Windows, as an editor there speaks to it: drives in URIs, and an end that does not wait for input.

usage: lsp_test.py WINE ISHI_EXE SOURCE_FOLDER
"""

import json
import subprocess
import sys

wine, exe, source = sys.argv[1:]
server = subprocess.Popen([wine, exe, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def send(message):
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
    server.stdin.flush()


def receive(is_wanted):
    while True:
        length = 0
        while line := server.stdout.readline().strip():
            if line.lower().startswith(b"content-length"):
                length = int(line.split(b":")[1])
        assert length, "the server has ended"
        message = json.loads(server.stdout.read(length))
        if is_wanted(message):
            return message


def ask(number, method, params):
    send({"id": number, "method": method, "params": params})
    return receive(lambda message: message.get("id") == number)["result"]


folder = f"file:///z%3A{source}/examples/guard/"
uri = folder + "guard.ishi.yaml"
with open(f"{source}/examples/guard/guard.ishi.yaml", encoding="utf-8") as file:
    text = file.read().replace("gains:", "gaains:", 1)
assert ask(1, "initialize", {"capabilities": {}, "processId": None, "rootUri": None})["serverInfo"]["name"] == "ishi"
send({"method": "initialized", "params": {}})
send({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}})
shown = receive(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
assert shown["uri"] == uri, shown["uri"]
assert "did you mean `gains`" in shown["diagnostics"][0]["message"], shown
at = text.index("threat")
place = {"line": text[:at].count("\n"), "character": at - text.rfind("\n", 0, at) - 1}
declared = ask(2, "textDocument/definition", {"textDocument": {"uri": uri}, "position": place})
assert declared[0]["uri"].lower() == (folder + "game.ishi.yaml").lower(), declared
ask(3, "shutdown", None)
send({"method": "exit"})
assert server.wait(60) == 0  # though its input is still open
print("the language server: passed")
