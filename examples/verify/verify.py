#!/usr/bin/env python3
"""Checks receipts and checkpoints of Croupier, and compares them. It shares no code with Croupier.

    python3 verify.py FILE [FILE ...] --key NAME+ID+KEY [--witness NAME+ID+KEY ...] [--quorum K]

Exit code 0: every file is sound, and their histories agree. 1: a file is wrong, or two histories differ. 2: a file cannot
be read. It needs Python 3.9 and one of the packages `cryptography` and `PyNaCl`. docs/proof.md describes the formats.
"""
import argparse, base64, binascii, hashlib, itertools, json, sys

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    try:
        from nacl.exceptions import BadSignatureError as InvalidSignature
        from nacl.signing import VerifyKey
    except ImportError:
        sys.exit('verify.py needs a package for Ed25519: pip install cryptography')

    class Ed25519PublicKey:
        from_public_bytes = staticmethod(lambda key: type('Key', (), {'verify': lambda _, s, m: VerifyKey(key).verify(m, s)})())


class Unreadable(Exception):
    """The file is not in the format that it claims."""


class Wrong(Exception):
    """The file can be read, and does not prove what it says."""


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unreadable(f'not Base 64: {text[:40]!r}') from error
    if base64.b64encode(data).decode() != text:
        raise Unreadable(f'not canonical Base 64: {text[:40]!r}')
    return data


# --- Trees (RFC 6962, section 2.1) -----------------------------------------------------------------------------------

sha256 = lambda data: hashlib.sha256(data).digest()
leaf_hash = lambda data: sha256(b'\x00' + data)
node_hash = lambda left, right: sha256(b'\x01' + left + right)
split_at = lambda size: 1 << ((size - 1).bit_length() - 1)  # the largest power of two below size


def root_of(leaves):
    if len(leaves) == 1:
        return leaves[0]
    left = split_at(len(leaves))
    return node_hash(root_of(leaves[:left]), root_of(leaves[left:]))


def subtrees(leaf, index, size, proof):
    """The root that an inclusion proof leads to, and the hash of every range of leaves that it shows: {(first, after): hash}."""
    ranges, first, after = [], 0, size
    while after - first > 1:
        ranges.append((first, after))
        middle = first + split_at(after - first)
        first, after = (first, middle) if index < middle else (middle, after)
    if not 0 <= index < size or len(ranges) != len(proof):
        raise Wrong(f'a proof of leaf {index} in a tree of {size} leaves has another length')
    own, first, after = leaf, index, index + 1
    shown = {(first, after): own}
    for (start, end), sibling in zip(reversed(ranges), proof):
        if start == first:
            shown[after, end], own = sibling, node_hash(own, sibling)
        else:
            shown[start, first], own = sibling, node_hash(sibling, own)
        first, after = start, end
        shown[first, after] = own
    return own, shown


# --- Keys and signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature) --------------------------------------

ED25519, COSIGNATURE = 1, 4
key_id = lambda name, kind, key: sha256(name.encode() + b'\n' + bytes([kind]) + key)[:4]


def read_key(text):
    name, identity, data = (text.split('+', 2) + ['', ''])[:3]
    data = unbase64(data)
    if len(data) != 33 or key_id(name, data[0], data[1:]).hex() != identity:
        raise Unreadable(f'not a key: {text}')
    return name, data[0], data[1:]


def is_signed(key, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except (InvalidSignature, ValueError):
        return False


def read_note(note, keys, witnesses):
    """The origin, size and root of a checkpoint that the house has signed, and the names of the witnesses who have signed it too."""
    split = note.rfind('\n\n')
    if split < 0 or not note.endswith('\n'):
        raise Unreadable('no empty line before the signatures')
    text, lines = note[: split + 1], note[split + 2 : -1].split('\n')
    origin, size, root = (text.split('\n') + ['', '', ''])[:3]
    if not (size.isascii() and size.isdigit()) or len(unbase64(root)) != 32:
        raise Unreadable('not a checkpoint')
    # A house signs each of its logs HOUSE/TABLE with one key, under the name of the log.
    houses = [(origin, kind, key) for name, kind, key in keys if kind == ED25519 and (origin + '/').startswith(name + '/')]
    if not houses:
        raise Wrong(f'none of the keys given signs for {origin}')
    signers = set()
    for line in lines:
        dash, name, data = (line.split(' ') + ['', ''])[:3]
        data = unbase64(data)
        if dash != '\u2014' or len(data) < 5:
            raise Unreadable(f'not a signature: {line[:60]!r}')
        for key in houses + witnesses:
            if key[0] != name or key_id(*key) != data[:4]:
                continue  # a signature by a key that nobody named
            message, signature = text, data[4:]
            if key[1] == COSIGNATURE:  # eight bytes with the time, then the signature
                message, signature = f'cosignature/v1\ntime {int.from_bytes(data[4:12], "big")}\n{text}', data[12:]
            if not is_signed(key[2], message.encode(), signature):
                raise Wrong(f'the signature of {name} is wrong')
            signers.add(key)
    if not signers & set(houses):
        raise Wrong(f'no key that was given for {origin} has signed')
    cosigned = [key[0] for key in witnesses if key in signers]
    return {'origin': origin, 'size': int(size), 'root': unbase64(root), 'witnesses': cosigned, 'shown': {(0, int(size)): unbase64(root)}}


# --- Entries and receipts (docs/proof.md, C2SP tlog-proof) ------------------------------------------------------------

SHOWN = {  # what the head of a divided entry shows of each event, and the lists that are divided among the players
    'betting-opened': ('round book closesAt commitment forPrison clause at', ''),
    'bonus-numbers-drawn': ('round numbers superNumbers links scatter reveal clause', ''),
    'outcome-determined': ('round pocket revolutions source clause', ''),
    'results-differed': ('round pocket revolutions source clause', ''),
    'round-settled': ('round pocket clause by at', 'lines adjustments'),
    'round-voided': ('round code clause binding counted afterDraw by at', 'lines adjustments'),
    'outcome-corrected': ('round from code to by clause', 'lines adjustments'),
    'referral-decided': ('round decision phase clause by', 'awards'),
    'book-set': ('from to clause by', 'marks'),
    'limits-set': ('from to clause by', 'marks'),
}
as_text = lambda value: json.dumps(value, separators=(',', ':'), ensure_ascii=False)
pick = lambda value, fields: {field: value[field] for field in fields if field in value}


def leaf_of(entry):
    """The leaf of an entry: the entry itself; of a divided entry its head."""
    value = json.loads(entry)
    told = [event for event in value.get('events', []) if event['type'] in SHOWN]
    if 'parts' in value or not any(SHOWN[event['type']][1] for event in told):
        return entry
    owned = {}
    for nth, event in enumerate(told):
        for name in SHOWN[event['type']][1].split():
            for item in event.get(name, []):
                own = owned.setdefault(item['player'], [{} for _ in told])
                own[nth].setdefault(name, []).append(item)
    salt = lambda nth: hashlib.sha256(f'{value["salt"]} {nth}'.encode()).hexdigest()[:32]
    parts = [as_text({'salt': salt(nth), 'player': player, 'events': own}) for nth, (player, own) in enumerate(owned.items(), 1)]
    leaves = [leaf_hash(text.encode()) for text in [entry, *parts]]
    head = pick({**value, 'salt': salt(0)}, ['v', 'salt', 'at', 'actor', 'book', 'house'])
    head |= {'command': pick(value['command'], ['do']), **pick(value, ['ruleBook'])}
    head['events'] = [
        {**pick(event, ['type', *SHOWN[event['type']][0].split()]), **{name: [] for name in SHOWN[event['type']][1].split() if name in event}}
        for event in told
    ]
    return as_text({**head, 'parts': {'count': len(leaves), 'root': base64.b64encode(root_of(leaves)).decode()}})


def check_proven(proven, note):
    """Checks one entry of a receipt, and returns its number and what it says to the holder of the receipt."""
    index, leaf, part = proven['index'], proven['leaf'], proven.get('part')
    root, shown = subtrees(leaf_hash(leaf_of(leaf).encode()), index, note['size'], [unbase64(one) for one in proven['hashes']])
    if root != note['root']:
        raise Wrong(f'entry {index + 1} is not in the journal that was signed')
    note['shown'].update(shown)
    entry = json.loads(leaf)
    if part:
        tree = entry['parts']
        found, _ = subtrees(leaf_hash(part['text'].encode()), part['index'], tree['count'], [unbase64(one) for one in part['hashes']])
        if found != unbase64(tree['root']) or part['index'] == 0:
            raise Wrong(f'the part beside entry {index + 1} is not of that entry')
        for event, own in zip(entry['events'], json.loads(part['text'])['events']):
            event.update({name: items for name, items in own.items() if event.get(name) == []})
    return index + 1, entry


def read_receipt(text, keys, witnesses):
    proof, _, note = text.partition('\n\n')
    lines = proof.split('\n')
    if len(lines) < 3 or not (lines[1].startswith('extra ') and lines[2].startswith('index ')):
        raise Unreadable('the lines "extra" and "index" are missing')
    extra = json.loads(unbase64(lines[1][6:]))
    own = {'index': int(lines[2][6:]), 'leaf': extra['leaf'], 'hashes': lines[3:]}
    found = read_note(note, keys, witnesses)
    number, entry = check_proven(own, found)
    beside = [check_proven(one, found) for one in extra.get('beside', [])]
    return {**found, 'says': [f'entry {number}, written at {entry["at"]}', *tell(entry, sorted([(number, entry), *beside], key=lambda one: one[0]))]}


def tell(entry, entries):
    """What a receipt of a wager states: the wager, what became of its round, and the player's money."""
    wagers = [event for event in entry.get('events', []) if event['type'] in ('wager-placed', 'wager-withdrawn')]
    money = lambda cents: f'{cents // 100}.{cents % 100:02}' if cents >= 0 else '-' + money(-cents)
    for one in wagers:
        yield f'round {one["round"]}: {one["player"]}, {one["type"]}, {money(one["stake"])} on {one["spot"]}'
    if not wagers:
        return
    for _, other in entries:  # the fingerprint of the rules: SHA-256 of the JSON text with sorted keys
        rules = other.get('ruleBook')
        if rules and hashlib.sha256(json.dumps(rules, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()).hexdigest() == entry['book']:
            yield f'by the rule book {rules["id"]}, which is in the receipt'
    player, lines, awarded, last = wagers[0]['player'], None, 0, 0
    for number, event in ((number, event) for number, other in entries for event in other.get('events', [])):
        kind, own = event['type'], lambda name: [item for item in event.get(name, []) if item['player'] == player]
        if event.get('round') != wagers[0]['round'] or event.get('player', player) != player:
            continue
        facts = pick(event, ['pocket', 'from', 'to', 'code', 'numbers', 'spot', 'treatment', 'clause'])
        if kind not in ('wager-placed', 'wager-withdrawn'):
            yield f'entry {number}: {kind} {as_text(facts)}'
        if 'lines' in event and (lines is not None or event['lines'] or kind != 'outcome-corrected'):
            lines, last = [line for line in own('lines') if 'imprisonedIn' not in line], number
        for award in own('awards'):
            awarded, last = award['amount'], number
    if lines is not None:
        net = sum(line['paid'] - line['collected'] for line in lines) + awarded
        yield f'round {wagers[0]["round"]} stands at {money(net)} for {player} (entry {last})'


# --- Two histories ----------------------------------------------------------------------------------------------------


def compare(one, other):
    """The numbers of subtrees that two files share and that differ, and the entries among which the histories differ, if they do."""
    shared = one['shown'].keys() & other['shown'].keys()
    differing = [span for span in shared if one['shown'][span] != other['shown'][span]]
    equal = sorted(shared - set(differing))
    def narrowed(first, after):
        for start, end in equal:
            if start == first and end < after:
                return narrowed(end, after)
            if end == after and start > first:
                return narrowed(first, start)
        return first, after
    spans = sorted((narrowed(*span) for span in differing), key=lambda span: span[1] - span[0])
    return len(shared), len(differing), spans[0] if spans else None


def check(name, keys, witnesses):
    try:
        with open(name, encoding='utf-8', newline='') as file:
            text = file.read(1_000_001)
        is_receipt = text.startswith('c2sp.org/tlog-proof@v1\n')
        return (read_receipt if is_receipt else read_note)(text, keys, witnesses)
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f'it is not as the format says: {error}') from error


def main():
    options = argparse.ArgumentParser(description='Checks receipts and checkpoints of Croupier, and compares them.')
    options.add_argument('files', nargs='+', metavar='FILE')
    options.add_argument('--key', action='append', required=True, type=read_key)
    options.add_argument('--witness', action='append', default=[], type=read_key)
    options.add_argument('--quorum', type=int, help='so many of the witnesses must have signed; left out: all')
    given = options.parse_args()
    quorum, signed, code = len(given.witness) if given.quorum is None else given.quorum, {}, 0
    for name in given.files:
        try:
            signed[name] = check(name, given.key, given.witness)
        except (Unreadable, Wrong) as error:
            verdict, exit_code = ('unreadable', 2) if isinstance(error, Unreadable) else ('WRONG', 1)
            print(f'{name}: {verdict}: {error}')
            code = max(code, exit_code)
            continue
        found = signed[name]
        if len(found['witnesses']) < quorum:
            print(f'{name}: WRONG: {len(found["witnesses"])} of {len(given.witness)} witnesses have signed, and {quorum} must have')
            code = max(code, 1)
            continue  # The signature of the house alone is enough for the comparison: it must not sign two histories.
        print(f'{name}: sound, of {found["origin"]} with {found["size"]} entries', *found['witnesses'], sep=', signed by ')
        for line in found.get('says', []):
            print(f'  {line}')
    for (name, one), (second, other) in itertools.combinations(signed.items(), 2):
        if one['origin'] != other['origin']:
            continue
        shared, differing, span = compare(one, other)
        if span:
            code = max(code, 1)
            print(f'{name}, {second}: TWO HISTORIES: {differing} of {shared} shared subtrees differ, among the entries {span[0] + 1} to {span[1]}')
        else:
            print(f'{name}, {second}: the {shared} subtrees that they share are the same')
    return code


if __name__ == '__main__':
    sys.exit(main())
