"""Every call of shouldertap_lab.py, as pytest runs it."""
import pytest
from push import push
from shouldertap_lab import Lab, LabError


@pytest.fixture
def lab():
    lab = Lab().open()
    yield lab
    lab.close()


@pytest.fixture
def virtual():
    lab = Lab().open("unhurried & calm", clock="virtual", seed=7)
    yield lab
    lab.close()


def state(device, notification):
    return next((one["state"] for one in device.notifications() if one["id"] == notification), None)


def test_a_dismissal_reaches_every_device(lab):
    mum = lab.user("mum & co/1")
    kinds = {"phone": "iOS", "pad": "Android", "pc": "Windows"}
    devices = [mum.device(name, platform=kinds[name]) for name in kinds]
    assert lab.publish(mum, id="n1", content="lunch?")["id"] == "n1"
    lab.wait_until(lambda: all(device.tray() == ["n1"] for device in devices))
    assert all(device.state["fetches"] >= 1 for device in devices)
    devices[0].act("dismiss", "n1")
    lab.wait_until(lambda: all(device.tray() == [] and state(device, "n1") == "dismissed" for device in devices))
    assert [device.name for device in lab.devices()] == list(kinds)
    assert lab.verdict()["verdict"] == "pass"
    numbers = [event["n"] for event in lab.events()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [event["n"] for event in lab.events(after=numbers[-2])][0] == numbers[-1]


def test_a_device_that_is_offline_shows_nothing(lab):
    phone, pad = (lab.user("mum").device(name, bundle="com.example.app") for name in ("phone", "pad"))
    assert phone.set("offline")["online"] is False
    lab.publish("mum", id="n1", title="lunch?", lifetime="1h", bundle="com.example.app")
    lab.wait_until(lambda: pad.tray() == ["n1"])
    assert phone.tray() == []
    assert phone.set("online")["online"] is True
    token = phone.token
    phone.act("rotateToken")
    assert phone.token != token
    assert phone.token == lab.devices()[0].token


def test_the_next_push_is_refused_as_scripted(lab):
    phone, pad = (lab.user("mum").device(name, app="none") for name in ("phone", "pad"))
    assert lab.answer_next(410, device=phone)["remaining"] == 1
    assert (push(phone.token), push(pad.token)) == (1, 0)
    refused, = lab.wait_for_push(phone)
    assert (refused["status"], refused["reason"]) == (410, "Unregistered")
    assert [one["status"] for one in lab.pushes()] == [410, 200]
    assert lab.pushes(status=503) == []
    lab.remove_answers()
    lab.answer(status=503, retryAfter="30s", device=pad.id, count=9)
    assert push(pad.token) == 1
    lab.remove_answers()
    assert push(pad.token) == 0
    assert [one["status"] for one in lab.wait_for_push(pad, count=3)] == [200, 503, 200]


def test_a_push_is_waited_for(lab):
    phone, pad = (lab.user("mum").device(name, app="none") for name in ("phone", "pad"))
    process = push(phone.token, wait=False)
    first, = lab.wait_for_push(phone.token, timeout=30)
    assert (first["device"], first["status"], first["payload"]) == (phone.id, 200, '{"aps":{"content-available":1}}')
    assert process.wait() == 0
    process = push(phone.token, wait=False)
    second, = lab.wait_for_push(phone, after=first["number"], timeout=30)
    assert second["number"] == first["number"] + 1
    assert process.wait() == 0
    with pytest.raises(TimeoutError, match="0 of 1 pushes to pad arrived within 0.05 s"):
        lab.wait_for_push(pad, timeout=0.05)
    with pytest.raises(TimeoutError, match="no true result within 0.05 s; the last one was 0"):
        lab.wait_until(lambda: 0, timeout=0.05)


def test_a_virtual_clock_moves_when_told(virtual):
    phone = virtual.user("mum").device("phone")
    virtual.publish("mum", id="n1", content="lunch?", lifetime="2h")
    virtual.settle()
    assert (phone.tray(), state(phone, "n1")) == (["n1"], "none")
    before = virtual.show()["time"]
    assert virtual.advance("1h")["time"] == before + 3_600_000_000
    assert virtual.advance(0.25)["time"] == before + 3_600_250_000
    assert virtual.advance(7200)["time"] == before + 10_800_250_000
    assert phone.tray() == []
    virtual.reset()
    world = virtual.show()
    assert (world["clock"], world["seed"], world["devices"], world["pushes"]) == ("virtual", 7, 0, 0)


def test_worlds_share_nothing(lab):
    usual = Lab()
    usual.user("mum").device("phone")
    assert (len(usual.devices()), lab.devices()) == (1, [])
    usual.reset()
    assert usual.devices() == []


def test_an_error_has_the_status_and_the_servers_words(lab):
    phone = lab.user("mum").device("phone")
    for status, words, call in (
        (409, "n9", lambda: phone.act("dismiss", "n9")),
        (400, "one of foreground, background", lambda: phone.set("asleep")),
        (409, "the clock of world", lab.settle),
        (404, "world 'nowhere' does not exist; open it with", Lab(world="nowhere").show),
        (401, "the control token is missing or wrong", Lab(token="wrong").devices),
        (0, "no answer: .*127.0.0.1:1$", Lab("127.0.0.1:1", "any").devices),
    ):
        with pytest.raises(LabError, match=words) as found:
            call()
        assert found.value.status == status
