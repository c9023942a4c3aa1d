"""Checks of Fixtures/Clients; .ci/lab-clients starts it: python3 .ci/lab-clients.py TOOL FOLDER"""
import ast
import concurrent.futures
import copy
import http.client
import http.server
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import threading
import urllib.parse

TOOL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
CLIENTS = pathlib.Path("Fixtures/Clients")
GUIDE = pathlib.Path("Sources/LabCommand/LabCommand.docc/Serve.md")
CONTROL_TOKEN = "the token of this check"


class Recorder(http.server.BaseHTTPRequestHandler):
    """Passes each request on to the server and records it. Asks for a control token, which the server does not."""

    protocol_version = "HTTP/1.1"

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("authorization") != f"Bearer {CONTROL_TOKEN}":
            status, text = 401, b'{"error":"the control token is missing or wrong"}'
        else:
            place = self.server.target
            connection = http.client.HTTPConnection(place["host"], place["port"], timeout=90)
            connection.request(self.command, self.path, body)
            answer = connection.getresponse()
            status, text = answer.status, answer.read()
            connection.close()
            url = urllib.parse.urlsplit(self.path)
            members = json.loads(body) if body else {}
            query = dict(urllib.parse.parse_qsl(url.query))
            self.server.seen.append((self.command, url.path, set(query), set(members), status, text))
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_DELETE = pass_on

    def log_message(self, *_):
        pass


def operations(document):
    """The operations of a document by method and path, with {} for each gap."""
    return {
        (method.upper(), re.sub(r"\{[^}]*\}", "{}", path)): operation
        for path, methods in document["paths"].items() for method, operation in methods.items()
    }


def requests_in(source):
    """The methods and paths that the source of a client has."""
    found = re.findall(r"""\b_?ask\(\s*"([A-Z]+)",\s*f?["`]([^"`]+)["`]""", source)
    calls = len(re.findall(r"\b_?ask\(", source)) - 1  # without the definition
    if len(found) != calls:
        raise SystemExit(f"error: {calls} requests in the source, but only {len(found)} with a method and a path")
    return {(method, re.sub(r"\$?\{[^}]*\}", "{}", path)) for method, path in found}


def request_problems(document, known, request):
    """What is wrong with a recorded request, by the document."""
    method, path, query, members, status, text = request
    name = next((key for key in known if key[0] == method and re.fullmatch(key[1].replace("{}", "[^/]+"), path)), None)
    if name is None:
        yield f"{method} {path} is not in the document"
        return
    operation = known[name]
    parameters = {one["name"]: one["required"] for one in operation.get("parameters", []) if one["in"] == "query"}
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    for place, sent, allowed, required in (
        ("parameter", query, set(parameters), {one for one in parameters if parameters[one]}),
        ("member", members, set(schema.get("properties", {})), set(schema.get("required", []))),
    ):
        yield from (f"{method} {path}: {place} '{one}' is not in the document" for one in sorted(sent - allowed))
        yield from (f"{method} {path}: {place} '{one}' is required, and not sent" for one in sorted(required - sent))
    content = operation["responses"].get(str(status), {}).get("content", {})
    answer = content.get("application/json", {}).get("schema", {}).get("$ref")
    if answer:
        shape = document["components"]["schemas"][answer.rpartition("/")[2]]
        missing = set(shape.get("required", [])) - set(json.loads(text))
        yield from (f"{method} {path}: the answer has no '{one}'" for one in sorted(missing))


def problems(document, used, seen):
    """The differences between the document, the requests in a client's source, and the recorded ones."""
    known = operations(document)
    found = [f"{method} {path} is in the client and not in the document" for method, path in sorted(used - set(known))]
    for request in seen:
        found += request_problems(document, known, request)
    for method, path in sorted(used):
        if not any(one[0] == method and re.fullmatch(path.replace("{}", "[^/]+"), one[1]) for one in seen):
            found.append(f"{method} {path} is in the client, but no test sends it")
    return sorted(set(found))


def changed_documents(document):
    """Documents that no client agrees with, each with the word that the difference must have."""
    def body(changed, method, path):
        return changed["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]

    changed = copy.deepcopy(document)
    del changed["paths"]["/lab/verdict"]
    yield changed, "GET /lab/verdict is in the client and not in the document"
    changed = copy.deepcopy(document)
    body(changed, "post", "/lab/answers")["required"] = ["topic"]
    yield changed, "'topic' is required"
    changed = copy.deepcopy(document)
    del body(changed, "post", "/lab/answers")["properties"]["count"]
    yield changed, "member 'count' is not in the document"
    changed = copy.deepcopy(document)
    parameters = changed["paths"]["/lab/pushes"]["get"]["parameters"]
    parameters[:] = [one for one in parameters if one["name"] != "await"]
    yield changed, "parameter 'await' is not in the document"


def examples(language, client, folder):
    """Writes the examples in the client and in the guide to a folder, with a backend for them to test."""
    shutil.copy(client, folder)
    source = client.read_text()
    guide = re.search(rf"```{language}\n(?:#|//) (\S+)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    if language == "python":
        lines = ast.get_docstring(ast.parse(source)).split("\n")
        name, lines = "test_example.py", [line[4:] for line in lines if line.startswith("    ") or not line]
        (folder / "backend.py").write_text(
            "import push\n\n\ndef wake(token):\n    return any(push.push(token) == 0 for _ in range(3))\n")
        shutil.copy(".ci/lab-clients-push.py", folder / "push.py")
    else:
        lines = re.findall(r"^ \*(?:     (.*))?$", source[:source.index(" */")], re.MULTILINE)
        name = "example.test.mjs"
        shutil.copy(".ci/lab-clients-push.mjs", folder / "push.mjs")
        (folder / "backend.mjs").write_text(
            'import { push } from "./push.mjs";\n\n'
            "export async function wake(token) {\n"
            "    for (let tries = 3; tries > 0 && (await push(token)) !== 0; tries -= 1);\n}\n")
    (folder / name).write_text("\n".join(lines) + "\n")
    (folder / guide[1]).write_text(guide[2])
    return [name, guide[1]]


def check(language, client, flow, runner):
    """Runs everything for one client. Returns a text about it."""
    folder = FOLDER / language
    folder.mkdir()
    tests = examples(language, client, folder)
    flow = shutil.copy(flow, folder)
    ready = folder / "ready.json"
    key = ["KEY1234567", "TEAM123456", str(FOLDER / "key.p8")]
    with open(folder / "server.log", "w") as log:
        server = subprocess.Popen(
            [TOOL, "serve", "--http", "127.0.0.1:0", "--apns", "127.0.0.1:0", "--key", ":".join(key),
             "--ready-file", str(ready)], stdout=log, stderr=log)
    try:
        while not ready.exists():
            if server.poll() is not None:
                raise SystemExit(f"error: the server ended: {(folder / 'server.log').read_text()}")
            select.select([], [], [], 0.01)
        ready = json.loads(ready.read_text())
        recorder = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
        recorder.daemon_threads, recorder.target, recorder.seen = True, ready["http"], []
        threading.Thread(target=recorder.serve_forever, daemon=True).start()
        environment = {
            **os.environ, "TOOL": TOOL, "SHOULDERTAP_CONTROL_TOKEN": CONTROL_TOKEN, "SHOULDERTAP_CA": ready["ca"],
            "SHOULDERTAP_HTTP": f"http://127.0.0.1:{recorder.server_port}",
            "SHOULDERTAP_APNS": f"127.0.0.1:{ready['apns']['port']}", "SHOULDERTAP_KEY_ID": key[0],
            "SHOULDERTAP_TEAM_ID": key[1], "SHOULDERTAP_KEY_FILE": key[2],
            # Nothing listens there: a client that asked a proxy would fail.
            "http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9",
        }
        result = subprocess.run(
            [*runner, pathlib.Path(flow).name, *tests], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        connection = http.client.HTTPConnection(ready["http"]["host"], ready["http"]["port"], timeout=90)
        connection.request("GET", "/lab/openapi.json")
        document = json.loads(connection.getresponse().read())
        recorder.shutdown()
    finally:
        server.terminate()
        server.wait()
    if result.returncode:
        raise SystemExit(f"error: the tests of {client} failed:\n{result.stdout}")
    used = requests_in(client.read_text())
    if found := problems(document, used, recorder.seen):
        raise SystemExit(f"error: {client} and GET /lab/openapi.json differ:\n" + "\n".join(found))
    for number, (changed, wanted) in enumerate(changed_documents(document)):
        if not any(wanted in one for one in problems(changed, used, recorder.seen)):
            raise SystemExit(f"error: the changed document {number} went unnoticed: nothing says {wanted}")
    lines = len(client.read_text().splitlines())
    if lines > 200:
        raise SystemExit(f"error: {client} has {lines} lines, which is more than 200")
    return f"{client.name}: {len(used)} operations, {len(recorder.seen)} requests as documented, {lines} lines"


def main():
    plans = [
        ("python", CLIENTS / "shouldertap_lab.py", ".ci/lab-clients-flow.py",
         [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]),
        ("javascript", CLIENTS / "shouldertap_lab.mjs", ".ci/lab-clients-flow.mjs", ["node", "--test"]),
    ]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for future in [pool.submit(check, *plan) for plan in plans]:
            print(future.result())


main()
