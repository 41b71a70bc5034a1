"""Checks the document with the JSON Schema library of Python, and with openapi-spec-validator if it is installed.

Usage: check-document.py DOCUMENT META_SCHEMA
"""

import json
import re
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skip: python3-jsonschema is not installed")
    sys.exit(0)

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    meta_schema = json.load(file)

problems = []


def check(schema, value, place):
    for error in Draft202012Validator(schema).iter_errors(value):
        problems.append(f"{place}/{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")


def schemas(part, place=""):
    """Every schema of the document with its place."""
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from schemas(item, f"{place}/{index}")
    elif isinstance(part, dict):
        for key, item in part.items():
            if key == "schema" or place == "/components/schemas":
                yield f"{place}/{key}", item
            if key != "examples":
                yield from schemas(item, f"{place}/{key}")


def patterns(part):
    if isinstance(part, list):
        for item in part:
            yield from patterns(item)
    elif isinstance(part, dict):
        if isinstance(part.get("pattern"), str):
            yield part["pattern"]
        for item in part.values():
            yield from patterns(item)


def resolved(part):
    """A part with all references of its media type to examples replaced."""
    if "$ref" not in part:
        return part
    target = document
    for key in part["$ref"].split("/")[1:]:
        target = target[key]
    return target


check(meta_schema, document, "document")
for place, schema in schemas(document):
    check(Draft202012Validator.META_SCHEMA, schema, place)
for pattern in set(patterns(document)):
    try:
        re.compile(pattern)
    except re.error as error:
        problems.append(f"the pattern {pattern} is not one of Python: {error}")

examples = 0
bodies = [
    (f"{method} {path} {status}", media)
    for path, item in document["paths"].items()
    for method, operation in item.items()
    for status, part in [("body", operation.get("requestBody", {})), *operation["responses"].items()]
    for kind, media in resolved(part).get("content", {}).items()
    if kind == "application/json"
]
for place, media in bodies:
    schema = {**media["schema"], "components": {"schemas": document["components"]["schemas"]}}
    for example in media.get("examples", {}).values():
        check(schema, resolved(example)["value"], place)
        examples += 1

try:
    from openapi_spec_validator import OpenAPIV31SpecValidator
except ImportError:
    print("skip: openapi-spec-validator is not installed")
else:
    problems.extend(str(error)[:300] for error in OpenAPIV31SpecValidator(document).iter_errors())
    print("openapi-spec-validator read the document")
for problem in problems[:30]:
    print(problem)
print(f"{examples} examples, {len(problems)} problems")
sys.exit(1 if problems else 0)
