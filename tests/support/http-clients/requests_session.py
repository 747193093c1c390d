"""Calls the data API with a session of Python's requests."""

import io
import json
import sys

import requests

call = json.loads(sys.argv[1])
session = requests.Session()
session.headers.update(call["headers"])


def send(step, method, path, **options):
    response = session.request(method, call["web"] + path, timeout=60, **options)
    print(step, response.status_code, response.headers.get("Content-Type", "-").split(";")[0], flush=True)
    return response


record = send("create", "POST", call["list"], json={"title": "by requests"}).json()["data"]["id"]
path = call["list"] + "/dataId/" + record
json_type = {"Content-Type": "application/json"}
send("chunked", "POST", call["list"], data=iter([b'{"title":', b'"in pieces"}']), headers=json_type)
send("broken", "POST", call["list"], data='{"title":', headers=json_type)
send("list", "GET", call["list"], params={"limit": 5})
send("head", "HEAD", call["list"])
send("options", "OPTIONS", call["list"])
send("upload", "POST", path + "/upload?fieldName=attachment", files={"f": ("a.bin", io.BytesIO(b"a" * 1_500_000))})
send("too large", "POST", call["list"], json={"title": "a" * 1_500_000})
send("change", "PATCH", path, json={"title": "b"})
send("delete", "DELETE", path)
