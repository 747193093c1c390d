"""Calls the data API with Python's urllib.request, which asks for `Connection: close`."""

import json
import sys
import urllib.error
import urllib.request

call = json.loads(sys.argv[1])


def send(step, method, path, body=None, more={}):
    headers = {**call["headers"], "Content-Type": "application/json", **more}
    request = urllib.request.Request(call["web"] + path, data=body, headers=headers, method=method)
    try:
        response = urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as error:
        response = error
    text = response.read()
    print(step, response.status, response.headers.get("Content-Type", "-").split(";")[0], flush=True)
    return text


record = json.loads(send("create", "POST", call["list"], b'{"title":"by urllib"}'))["data"]["id"]
path = call["list"] + "/dataId/" + record
send("chunked", "POST", call["list"], iter([b'{"title":', b'"in pieces"}']), {"Transfer-Encoding": "chunked"})
send("broken", "POST", call["list"], b'{"title":')
send("list", "GET", call["list"] + "?limit=5")
send("head", "HEAD", call["list"])
send("options", "OPTIONS", call["list"])
file = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n" + b"a" * 1_500_000 + b"\r\n--x--\r\n"
send("upload", "POST", path + "/upload?fieldName=attachment", file, {"Content-Type": "multipart/form-data; boundary=x"})
send("too large", "POST", call["list"], json.dumps({"title": "a" * 1_500_000}).encode())
send("change", "PATCH", path, b'{"title":"b"}')
send("delete", "DELETE", path)
