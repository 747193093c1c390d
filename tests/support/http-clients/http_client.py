"""Calls the data API with Python's http.client, all on one connection."""

import http.client
import json
import sys
import urllib.parse

call = json.loads(sys.argv[1])
connection = http.client.HTTPConnection(urllib.parse.urlparse(call["web"]).netloc, timeout=60)


def send(step, method, path, body=None, more={}, chunked=False):
    headers = {**call["headers"], **more}
    if body is not None and "Content-Type" not in headers:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, body=body, headers=headers, encode_chunked=chunked)
    response = connection.getresponse()
    text = response.read()
    print(step, response.status, response.headers.get("Content-Type", "-").split(";")[0], flush=True)
    return text


def in_pieces(text):
    yield text[:5].encode()
    yield text[5:].encode()


record = json.loads(send("create", "POST", call["list"], '{"title":"by http.client"}'))["data"]["id"]
path = call["list"] + "/dataId/" + record
send("chunked", "POST", call["list"], in_pieces('{"title":"in pieces"}'), chunked=True, more={"Transfer-Encoding": "chunked"})
send("broken", "POST", call["list"], '{"title":')
send("list", "GET", call["list"] + "?limit=5", more={"Connection": "Keep-Alive", "Keep-Alive": "timeout=5"})
send("head", "HEAD", call["list"])
send("options", "OPTIONS", call["list"])
file = b"--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n" + b"a" * 1_500_000 + b"\r\n--x--\r\n"
send("upload", "POST", path + "/upload?fieldName=attachment", file, {"Content-Type": "multipart/form-data; boundary=x", "Expect": "100-continue"})
send("too large", "POST", call["list"], json.dumps({"title": "a" * 1_500_000}))
send("change", "PATCH", path, '{"title":"b"}', {"TE": "trailers"})
send("delete", "DELETE", path, "{}")
