"""Python's push clients against an endpoint that .ci/clients or .ci/clients-serve.py starts. Prints what each was answered."""
import asyncio
import json
import pathlib
import ssl
import sys

folder, port = pathlib.Path(sys.argv[1]), int(sys.argv[2])
ready = json.loads((folder / "ready.json").read_text())
ca, key_file = str(folder / "ca.pem"), str(folder / "key.p8")
topic, device = "com.example.app", ready.get("device", "ab" * 32)
gone, foreign, leaving = (
    ready.get(name, byte * 32) for name, byte in (("gone", "de"), ("foreign", "07"), ("leaving", "54")))
payload = {"aps": {"content-available": 1}}
failures = []


def expect(name, wanted, found):
    print(f"{name:34} {found}" if found == wanted else f"{name:34} FAILED: {found!r} instead of {wanted!r}", flush=True)
    if found != wanted:
        failures.append(name)


async def use_aioapns():
    from aioapns import APNs, NotificationRequest, PushType, connection

    def request(token):
        return NotificationRequest(device_token=token, message=payload, push_type=PushType.BACKGROUND, priority=5)

    context = ssl.create_default_context(cafile=ca)
    connection.APNsBaseClientProtocol.APNS_SERVER = "localhost"
    connection.APNsProductionClientProtocol.APNS_SERVER = "localhost"
    connection.APNsTLSClientProtocol.APNS_PORT = port
    client = APNs(
        key=(folder / "key.p8").read_text(), key_id=ready["key"], team_id=ready["team"], topic=topic, ssl_context=context, max_connections=1)
    results = await asyncio.gather(*(client.send_notification(request(device)) for _ in range(200)))
    expect("aioapns, 200 pushes", {"200"}, {result.status for result in results})
    expect("aioapns, 410", "Unregistered", (await client.send_notification(request(gone))).description)
    expect("aioapns, other app", "DeviceTokenNotForTopic", (await client.send_notification(request(foreign))).description)
    context = ssl.create_default_context(cafile=ca)
    client = APNs(client_cert=str(folder / "both.pem"), topic=topic, ssl_context=context, max_connections=1)
    expect("aioapns, certificate", "200", (await client.send_notification(request(device))).status)


def use_pyapns_client():
    from pyapns_client import APNSClient, IOSNotification, IOSPayload, IOSPayloadAlert, exceptions

    class Local(APNSClient):
        BASE_URLS = {"prod": f"https://localhost:{port}"}

    client = Local(mode="prod", root_cert_path=ca, auth_key_path=key_file, auth_key_id=ready["key"], team_id=ready["team"])
    notification = IOSNotification(payload=IOSPayload(alert=IOSPayloadAlert(body="hello")), topic=topic)
    for _ in range(20):
        client.push(notification=notification, device_token=device)
    expect("pyapns-client, 20 pushes", None, None)
    for token, error in ((gone, "UnregisteredException"), (foreign, "DeviceTokenNotForTopicException")):
        try:
            client.push(notification=notification, device_token=token)
            expect("pyapns-client", error, "no error")
        except exceptions.APNSException as found:
            expect("pyapns-client, error", error, type(found).__name__)


async def use_kalyke():
    from kalyke import ApnsClient, ApnsConfig
    import kalyke.exceptions

    class Local(ApnsClient):
        @property
        def _base_url(self):
            return f"https://localhost:{port}"

    client = Local(use_sandbox=False, team_id=ready["team"], auth_key_id=ready["key"], auth_key_filepath=key_file)
    config = ApnsConfig(topic=topic)
    ids = [await client.send_message(device, payload, config) for _ in range(20)]
    expect("kalyke-apns, 20 pushes", 20, len(set(ids)))
    try:
        await client.send_message(gone, payload, config)
        expect("kalyke-apns", "Unregistered", "no error")
    except kalyke.exceptions.ApnsProviderException as found:
        expect("kalyke-apns, 410", "Unregistered", type(found).__name__)


def headers():
    token = (folder / "token").read_text()
    return {
        "authorization": f"bearer {token}", "apns-topic": topic, "apns-push-type": "background", "apns-priority": "5"}


async def use_httpx():
    import httpx

    async with httpx.AsyncClient(http2=True, verify=ssl.create_default_context(cafile=ca)) as client:
        async def push(token):
            return await client.post(f"https://localhost:{port}/3/device/{token}", json=payload, headers=headers())

        results = await asyncio.gather(*(push(device) for _ in range(200)))
        expect("httpx, 200 pushes", {(200, "HTTP/2")}, {(one.status_code, one.http_version) for one in results})
        answer = await push(gone)
        expect("httpx, 410 with its time", [410, "Unregistered", True],
               [answer.status_code, answer.json()["reason"], answer.json()["timestamp"] > 10 ** 12])


def use_niquests():
    import niquests

    with niquests.Session() as session:
        url = f"https://localhost:{port}/3/device/"
        answers = [session.post(url + device, json=payload, headers=headers(), verify=ca) for _ in range(50)]
        expect("niquests, 50 pushes", {(200, 20)}, {(one.status_code, one.http_version) for one in answers})
        expect("niquests, 410", "Unregistered", session.post(url + gone, json=payload, headers=headers(), verify=ca).json()["reason"])


def use_pycurl():
    import io
    import pycurl

    statuses = set()
    curl = pycurl.Curl()
    # Every tenth push makes the server say goodbye; curl connects again.
    for number in range(50):
        body = io.BytesIO()
        curl.setopt(curl.URL, f"https://localhost:{port}/3/device/{leaving if number % 10 == 0 else device}")
        curl.setopt(curl.CAINFO, ca)
        curl.setopt(curl.HTTP_VERSION, curl.CURL_HTTP_VERSION_2_0)
        curl.setopt(curl.HTTPHEADER, [f"{name}: {value}" for name, value in headers().items()])
        curl.setopt(curl.POSTFIELDS, json.dumps(payload))
        curl.setopt(curl.WRITEDATA, body)
        curl.perform()
        statuses.add((curl.getinfo(curl.RESPONSE_CODE), body.getvalue()))
    expect("pycurl, 50 pushes, 5 GOAWAYs", {(200, b"")}, statuses)


for use in (use_aioapns, use_pyapns_client, use_kalyke, use_httpx, use_niquests, use_pycurl):
    try:
        asyncio.run(asyncio.wait_for(use(), 60)) if asyncio.iscoroutinefunction(use) else use()
    except Exception as error:  # each library raises its own
        expect(use.__name__, "no exception", repr(error))
sys.exit(1 if failures else 0)
