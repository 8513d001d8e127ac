#!/usr/bin/env python3
"""Computes the figures of a report of Croupier again, from an exported journal, and shares no code with Croupier.

    recompute.py REPORT.json STREAM.jsonl... --zone Europe/London --day-start 06:00 --date 2026-10-24

REPORT.json is what `croupier report journal` writes beside its page, or GET /api/report/figures. Each STREAM.jsonl is one
stream of the journal as audit exports it; the name of the file is the name of the stream. The report is of one gaming day.
Exit 0: every figure agrees. Exit 1: the differences, one in a line.

Theory is computed for single numbers, dozens, columns and even chances on wheels where the bank wins on zero.
"""
import argparse
import collections
import datetime as dt
import json
import os
import re
import sys
from zoneinfo import ZoneInfo

UTC = dt.timezone.utc
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
COVERS = {
    'red': lambda n: n in RED, 'black': lambda n: n not in RED, 'odd': lambda n: n % 2 == 1, 'even': lambda n: n % 2 == 0,
    'low': lambda n: n <= 18, 'high': lambda n: n > 18,
    **{f'dozen-{k}': (lambda n, k=k: (n - 1) // 12 == k - 1) for k in (1, 2, 3)},
    **{f'column-{k}': (lambda n, k=k: n % 3 == k % 3) for k in (1, 2, 3)},
}


def moment(text):
    return dt.datetime.fromisoformat(text.replace('Z', '+00:00'))


def wins(spot, pocket):
    if spot.isdigit():
        return spot == pocket
    return pocket.isdigit() and 1 <= int(pocket) <= 36 and COVERS[spot](int(pocket))


def expected(lines, pockets):
    """What the house expects of the wagers of a round, and the variance of it, over every pocket of the wheel."""
    results = []
    for pocket in pockets:
        results.append(sum(-line['stake'] * line['pays'] if wins(line['spot'], pocket) else line['stake'] for line in lines))
    mean = sum(results) / len(results)
    return mean, sum((one - mean) ** 2 for one in results) / len(results)


class Sum:
    def __init__(self):
        self.rounds = self.void = self.handle = self.win = self.awarded = 0
        self.theory = self.variance = 0.0

    def add(self, other):
        for part, value in vars(other).items():
            setattr(self, part, getattr(self, part) + value)

    def row(self):
        hold = self.win / self.handle if self.handle else None
        spread = 1.96 * self.variance ** 0.5
        return {
            'rounds': self.rounds, 'void': self.void, 'handle': money(self.handle), 'win': money(self.win),
            'theoretical_win': money(self.theory), 'spread': money(spread), 'hold': hold,
            'theoretical_hold': self.theory / self.handle if self.handle else None, 'awarded': money(self.awarded),
        }


def money(cents):
    return f'{cents / 100:.2f}'


def of_round(event, pockets):
    one = Sum()
    if event['type'] == 'round-voided':
        one.void = 1
        return one
    one.rounds = 1
    for line in event['lines']:
        in_play = line.get('inPlay', line['paid'] // line['pays'] if line['result'] == 'won' else line['collected'])
        one.handle += in_play
        one.win += line['collected'] - line['paid']
    one.theory, one.variance = expected([line for line in event['lines'] if line['result'] != 'returned'], pockets)
    return one


def entry_line(line):
    """Of the house and its tickets an export shows the entries in part, without secrets."""
    return {**line, 'entry': line['entry'] if 'entry' in line else line['shown']}


def awarded(event, player=None):
    """What an event gives to players beyond what earlier awards for the same round gave them."""
    return sum(
        award['amount'] - award.get('before', 0) for award in event.get('awards', [])
        if player in (None, award['player']))


class Journal:
    def __init__(self, files, calendar):
        self.calendar = calendar
        self.streams = {}
        for file in files:
            name = os.path.basename(file)[: -len('.jsonl')]
            with open(file, encoding='utf-8') as lines:
                self.streams[name] = [entry_line(json.loads(line)) for line in lines]
        self.tables = [name for name in sorted(self.streams) if name not in ('house', 'tickets')]

    def entries(self, stream):
        return [line['entry'] for line in self.streams.get(stream, [])]

    def events(self, stream):
        for entry in self.entries(stream):
            for event in entry.get('events', []):
                yield entry, event


class Calendar:
    def __init__(self, zone, day_start):
        self.zone = ZoneInfo(zone)
        self.start = dt.time.fromisoformat(day_start)

    def begins(self, date):
        """The moment when a gaming day begins."""
        return dt.datetime.combine(date, self.start, self.zone).astimezone(UTC)

    def shown(self, at):
        local = moment(at).astimezone(self.zone) if isinstance(at, str) else at.astimezone(self.zone)
        return local.isoformat(timespec='milliseconds')

    def hour(self, at):
        return self.shown(moment(at).astimezone(self.zone).replace(minute=0, second=0, microsecond=0))


class Report:
    def __init__(self, journal, calendar, date):
        self.journal, self.calendar = journal, calendar
        self.first, self.end = calendar.begins(date), calendar.begins(date + dt.timedelta(days=1))
        self.periods = [
            ('day', self.first), ('month', calendar.begins(date.replace(day=1))),
            ('year', calendar.begins(date.replace(month=1, day=1))), ('life', None),
        ]
        self.shifts = self.read_shifts()
        self.rounds = {table: self.read_rounds(table) for table in journal.tables}

    def within(self, at):
        return self.first <= moment(at) < self.end

    def before_end(self, at):
        return moment(at) < self.end

    def read_rounds(self, table):
        """Every round as it stands at the end: when it was first concluded, by whom, and what it came to."""
        pockets, rounds, opened = None, {}, {}
        for entry in self.journal.entries(table):
            if 'opened' in entry:
                pockets = entry['ruleBook']['wheel']['pockets']
        for entry, event in self.journal.events(table):
            if not self.before_end(entry['at']):
                continue
            kind = event['type']
            if kind == 'betting-opened':
                opened[event['round']] = entry['at']
            if kind in ('round-settled', 'round-voided', 'outcome-corrected'):
                number = event['round']
                before = rounds.get(number)
                one = of_round(event, pockets)
                if before is None:
                    rounds[number] = {
                        'at': entry['at'], 'sum': one, 'dealer': self.dealer(table, entry), 'opened': opened.get(number)}
                else:
                    before['sum'] = one
        return rounds

    def sums(self, table, wanted):
        total = Sum()
        for one in self.rounds[table].values():
            if wanted(one['at']):
                total.add(one['sum'])
        for entry, event in self.journal.events(table):
            if event['type'] == 'referral-decided' and wanted(entry['at']) and self.before_end(entry['at']):
                total.awarded += awarded(event)
        return total

    def exchanged(self, table, wanted):
        return sum(
            event['amount'] for entry, event in self.journal.events(table)
            if event['type'] == 'bought-in' and wanted(entry['at']) and self.before_end(entry['at']))

    def read_shifts(self):
        shifts = []
        for entry, event in self.journal.events('house'):
            if not self.before_end(entry['at']) or event['type'] not in ('table-taken', 'table-left'):
                continue
            for shift in shifts:
                if shift['table'] == event['table'] and shift['until'] is None:
                    shift['until'] = event['at']
            if event['type'] == 'table-taken':
                shifts.append({'table': event['table'], 'badge': event['by']['badge'], 'since': event['at'], 'until': None})
        return shifts

    def dealer(self, table, entry):
        """The shift that held the table, or without one the last of the staff who acted there."""
        for nth, shift in enumerate(self.shifts):
            begun = moment(shift['since']) <= moment(entry['at'])
            if shift['table'] == table and begun and (shift['until'] is None or moment(entry['at']) < moment(shift['until'])):
                return f"staff:{shift['badge']}", nth
        last = 'nobody'
        for line in self.journal.streams[table]:
            other = line['entry']
            if 'command' in other and other['command']['by']['role'] in STAFF:
                last = other['actor']
            if other is entry:
                return last, None
        return last, None


STAFF = ('dealer', 'pit-supervisor', 'pit-manager', 'shift-manager')


def incidents(report):
    """Rounds and incidents by dealer and by shift."""
    rows = collections.defaultdict(collections.Counter)
    for table in report.journal.tables:
        concluded = {}
        for entry, event in report.journal.events(table):
            if not report.before_end(entry['at']):
                continue
            kind, number = event['type'], event.get('round')
            first = kind in ('round-settled', 'round-voided') and 'adjustments' not in event
            dealer, shift = concluded.get(number) or report.dealer(table, entry)
            if first:
                concluded[number] = (dealer, shift)
            if not report.within(entry['at']):
                continue
            for key in [dealer] if shift is None else [dealer, shift]:
                count = rows[key]
                if first:
                    count['rounds'] += 1
                    count['void'] += kind == 'round-voided'
                    count['void_after_draw'] += bool(event.get('afterDraw'))
                    begun = report.rounds[table][number]['opened']
                    count['ms'] += (moment(entry['at']) - moment(begun)) / dt.timedelta(milliseconds=1)
                elif kind == 'round-voided':
                    count['void_afterwards'] += 1
                elif kind in ('outcome-corrected', 'round-settled'):
                    count['corrections'] += 1
                count['rulings'] += kind == 'wager-ruled'
                count['irregularities'] += kind in (
                    'irregularity-reported', 'results-differed', 'power-failed', 'play-interrupted')
                count['referrals'] += kind == 'round-referred'
                count['awarded'] += awarded(event)
    return rows


def incident_row(count, hours):
    row = {name: count[name] for name in (
        'rounds', 'void', 'void_after_draw', 'void_afterwards', 'corrections', 'rulings', 'irregularities', 'referrals')}
    seconds = count['ms'] / count['rounds'] / 1000 if count['rounds'] else None
    pace = {'rounds_an_hour': row['rounds'] / hours if hours else None, 'round_seconds': seconds}
    return {**row, 'hours': hours, **pace, 'awarded': money(count['awarded'])}


def dealer_tables(report):
    rows, time, count = incidents(report), collections.Counter(), collections.Counter()
    shifts = []
    for nth, shift in enumerate(report.shifts):
        until = min(moment(shift['until']) if shift['until'] else report.end, report.end)
        hours = max(0, (until - max(moment(shift['since']), report.first)) / dt.timedelta(hours=1))
        if hours == 0 and nth not in rows:
            continue
        time[f"staff:{shift['badge']}"] += hours
        count[f"staff:{shift['badge']}"] += 1
        shown = report.calendar.shown
        shifts.append({
            'table': shift['table'], 'dealer': shift['badge'], 'since': shown(shift['since']),
            'until': shown(shift['until']) if shift['until'] else None, **incident_row(rows[nth], hours)})
    names = sorted({key for key in rows if isinstance(key, str)} | set(time))
    dealers = [
        {'dealer': name, 'shifts': count[name], **incident_row(rows[name], time[name] if count[name] else None)}
        for name in names]
    return dealers, shifts


def sum_tables(report):
    journal, calendar = report.journal, report.calendar
    tables, games, hours, each = [], collections.OrderedDict(), {}, []
    for table in journal.tables:
        total = report.sums(table, report.within)
        book = journal.entries(table)[0]['opened']['book']
        tables.append({'table': table, 'book': book, **total.row()})
        games.setdefault(book, Sum()).add(total)
        own = {}
        for one in report.rounds[table].values():
            if report.within(one['at']):
                for at in (own, hours):
                    at.setdefault(calendar.hour(one['at']), Sum()).add(one['sum'])
        for entry, event in journal.events(table):
            if awarded(event) and report.within(entry['at']):
                for at in (own, hours):
                    at.setdefault(calendar.hour(entry['at']), Sum()).awarded += awarded(event)
        each += [{'hour': hour, 'table': table, **total.row()} for hour, total in own.items()]
    to_date = []
    for name, begins in report.periods:
        def wanted(at, begins=begins):
            return begins is None or begins <= moment(at)
        total = Sum()
        for table in journal.tables:
            total.add(report.sums(table, wanted))
        drop = sum(report.exchanged(table, wanted) for table in journal.tables)
        to_date.append({
            'period': name, 'from': begins and calendar.shown(begins), 'until': calendar.shown(report.end),
            'drop': money(drop), **total.row()})
    return {
        'tables': tables,
        'games': [{'game': book, **total.row()} for book, total in games.items()],
        'to-date': to_date,
        'hours': [{'hour': hour, **total.row()} for hour, total in sorted(hours.items(), key=lambda one: moment(one[0]))],
        'tables-by-hour': sorted(each, key=lambda row: moment(row['hour'])),
    }


def place(where):
    return f"{where['table']}, {where.get('terminal', where.get('attendant'))}"


def masked(number):
    return number if number.startswith('*') else f'***-***-***-***-**{number[14]}-{number[15:]}'


def ticket(event):
    """An export has a mark for each ticket in place of its number."""
    return event.get('mark', event['number'])


def ticket_tables(report):
    shown, moves, tickets = report.calendar.shown, [], collections.OrderedDict()
    for _, event in report.journal.events('tickets'):
        if event['type'] == 'ticket-copied' or 'number' not in event or not report.before_end(event['at']):
            continue
        what = event['type'][len('ticket-'):]
        where = place(event['place']) if 'place' in event else ''
        if report.within(event['at']):
            moves.append({
                'at': shown(event['at']), 'what': what, 'number': masked(event['number']),
                'amount': money(event['amount']), 'place': where})
        if what == 'issued':
            tickets[ticket(event)] = event
        else:
            tickets.pop(ticket(event))
    still = [
        {'issued': shown(one['at']), 'number': masked(one['number']), 'amount': money(one['amount']),
         'place': place(one['place']), 'expires': shown(one['expires']),
         'state': 'open' if moment(one['expires']) > report.end else 'expired'}
        for one in tickets.values()]
    drop = []
    for table in report.journal.tables:
        total, by = report.exchanged(table, report.within), collections.Counter()
        for _, event in report.journal.events('tickets'):
            if 'place' in event and event['place']['table'] == table and report.within(event['at']):
                by[event['type'], 'terminal' in event['place']] += event['amount']
        redeemed = by['ticket-redeemed', True]
        drop.append({
            'table': table, 'drop': money(total), 'in_cash': money(total - redeemed), 'by_ticket': money(redeemed),
            'tickets_sold': money(by['ticket-issued', False]), 'tickets_paid': money(by['ticket-redeemed', False])})
    return {'tickets': moves, 'open-tickets': still, 'drop': drop}


def meters(report):
    money_rows, play_rows = [], []
    for _, added in report.journal.events('house'):
        if added['type'] != 'terminal-added' or not report.before_end(added['at']):
            continue
        table, player = added['table'], added['player']
        now, moved = collections.Counter(), collections.Counter()

        def count(at, **more):
            for name, amount in more.items():
                now[name] += amount
                moved[name] += amount if report.within(at) else 0

        for entry, event in report.journal.events(table):
            if not report.before_end(entry['at']):
                continue
            kind, at = event['type'], entry['at']
            simple = {'bought-in': 'bought', 'cashed-out': 'cashed', 'wager-placed': 'placed', 'wager-withdrawn': 'withdrawn'}
            if kind in simple and event['player'] == player:
                count(at, **{simple[kind]: event.get('stake', event.get('amount'))})
            count(at, awarded=awarded(event, player))
            if 'adjustments' in event:
                for one in event['adjustments']:
                    if one['player'] == player:
                        count(at, adjusted=one['amount'], owed=one['owed'])
            elif kind in ('round-settled', 'round-voided'):
                own = [line for line in event['lines'] if line['player'] == player]
                void = kind == 'round-voided'
                count(at, won=sum(line['paid'] for line in own), lost=sum(line['collected'] for line in own))
                count(at, **{'voidback' if void else 'returned': sum(line['returned'] for line in own)})
                if own:
                    count(at, **{'voids' if void else 'rounds': 1})
        for _, event in report.journal.events('tickets'):
            if event.get('place', {}).get('player') == player and event['place']['table'] == table:
                if report.before_end(event['at']):
                    count(event['at'], **{event['type']: event['amount']})
        m, n = moved, now
        staked = n['placed'] - n['withdrawn'] - n['lost'] - n['returned'] - n['voidback']
        balance = n['bought'] - n['cashed'] + n['won'] - n['lost'] - staked + n['adjusted'] + n['awarded'] + n['owed']
        first = {'terminal': added['terminal'], 'table': table}
        money_rows.append({
            **first, 'cashIn': money(m['bought'] - m['ticket-redeemed']), 'ticketsIn': money(m['ticket-redeemed']),
            'cashOut': money(m['cashed'] - m['ticket-issued']), 'ticketsOut': money(m['ticket-issued']),
            'staked': money(staked), 'owed': money(n['owed']), 'balance': money(balance)})
        play_rows.append({
            **first, 'wagered': money(m['placed'] - m['withdrawn']), 'won': money(m['won']), 'lost': money(m['lost']),
            'returned': money(m['returned']), 'returnedByVoid': money(m['voidback']), 'adjusted': money(m['adjusted']), 'awarded': money(m['awarded']),
            'roundsPlayed': m['rounds'], 'roundsVoided': m['voids']})
    return {'terminals-money': money_rows, 'terminals-play': play_rows}


def people_tables(report):
    shown, users, access = report.calendar.shown, {}, []
    for entry, event in report.journal.events('house'):
        if not report.before_end(entry['at']):
            continue
        kind, at, badge = event['type'], entry['at'], event.get('badge')
        user = users.get(badge, {})
        if kind == 'staff-added':
            users[badge] = {
                'badge': badge, 'name': event['name'], 'position': event['role'], 'added': shown(at), 'pin_set': None,
                'last_access': None, 'sign_ins': 0, 'wrong_pins': 0, 'state': 'open'}
        elif kind == 'staff-pin-set':
            user['pin_set'] = shown(at)
        elif kind == 'staff-role-changed':
            user['position'] = event['to']
        elif kind == 'session-opened':
            user['last_access'] = shown(at)
            user['sign_ins'] += report.within(at)
        elif kind == 'sign-ins-failed' and report.within(at):
            for one in event['badges']:
                if one['badge'] is not None:
                    users[one['badge']]['wrong_pins'] += one['count']
        if not report.within(at):
            continue
        for one in event['badges'] if kind == 'sign-ins-failed' else [event]:
            if kind in ('session-opened', 'session-ended', 'sign-ins-failed'):
                access.append({
                    'at': shown(at), 'what': kind, 'badge': one['badge'], 'count': one.get('count', 1), 'why': one.get('why')})
    rows = [{'at': shown(at), 'what': kind, **more} for at, kind, more in alterations(report)]
    return {'users': sorted(users.values(), key=lambda one: one['badge']), 'access': access, 'alterations': rows}


def signed(by):
    if 'badge' in by:
        return f"{by['name']} ({by['badge']})"
    return f"console: {by['console']}" if 'console' in by else by.get('system', by.get('terminal'))


ALTERED = {
    'staff-added': lambda event: (None, event['role']), 'staff-removed': lambda event: (event['role'], None),
    'staff-role-changed': lambda event: (event['from'], event['to']), 'staff-pin-set': lambda event: (None, None),
    'staff-locked': lambda event: ('open', 'locked'), 'staff-unlocked': lambda event: ('locked', 'open'),
    'terminal-added': lambda event: (None, 'open'), 'terminal-opened': lambda event: (event['from'], 'open'),
    'terminal-closed': lambda event: (event['from'], event['to']), 'terminal-removed': lambda event: ('closed', None),
    'enrolment-code-made': lambda event: (None, None),
    'clock-corrected': lambda event: (event['from'], event['to']),
    'signing-key-changed': lambda event: (event['from'], event['to']),
}


def alterations(report):
    """What staff and the service changed, at the house and at its tables, in the order of time."""
    altered, stopped = [], {}
    for entry, event in report.journal.events('house'):
        kind, found = event['type'], []
        by = signed(event['by']) if 'by' in event else ''
        if kind in ALTERED:
            before, after = ALTERED[kind](event)
            found = [(kind, {'before': before, 'after': after, 'by': by})]
        elif kind in ('gaming-stopped', 'gaming-resumed'):
            place = (event['scope'], event['of'])
            before = stopped.get(place, 'open')
            stopped[place] = 'stopped ' + event['when'] if kind == 'gaming-stopped' else 'open'
            found = [(kind, {'before': before, 'after': stopped[place], 'by': by, 'reason': event['reason']})]
        elif kind == 'significant-noted' and event['facts']['alarm'] == 'configuration-changed':
            before, after = event['facts']['before'], event['facts']['after']
            found = [
                ('configuration-changed', {
                    'subject': f"{event['facts']['node']}: {name}", 'before': before.get(name), 'after': after.get(name)})
                for name in dict.fromkeys([*before, *after])]
        if report.within(entry['at']):
            altered += [(entry['at'], *one) for one in found]
    for table in report.journal.tables:
        for entry, event in report.journal.events(table):
            if event['type'] in TABLE_ALTERED and report.within(entry['at']):
                altered.append((entry['at'], event['type'], TABLE_ALTERED[event['type']](event)))
    return sorted(altered, key=lambda one: moment(one[0]))


TABLE_ALTERED = {
    'outcome-corrected': lambda event: {'before': event['from'], 'after': event['to']},
    'book-set': lambda event: {'before': event['from'], 'after': event['to']},
    'table-closed': lambda event: {'before': 'open', 'after': 'closed'},
    'table-opened': lambda event: {'before': 'closed', 'after': 'open'},
    # Limits are written out in words.
    'limits-set': lambda event: {},
}

# Kinds of significant events that somebody has to acknowledge.
ASKING = {
    'table-stopped', 'house-stopped', 'tickets-stopped', 'table-damaged', 'journal-lost', 'draw-secret-lost',
    'void-after-draw', 'step-failed', 'wheel-fault', 'lease-lost', 'node-gone', 'link-lost', 'clock-set',
    'clock-out-of-range', 'clocks-apart', 'wrong-pins', 'signing-stopped', 'witness-refused', 'witness-silent',
    'crash-detected', 'self-check-failed', 'terminal-lost', 'configuration-changed', 'large-win', 'large-wager',
    'large-cash', 'more-events'}


def event_table(report):
    """Significant events that happened, came again or were acknowledged in the day, and those open at its end."""
    shown, known, moved = report.calendar.shown, {}, set()
    for entry, event in report.journal.events('house'):
        kind = event['type']
        if not kind.startswith('significant-') or not report.before_end(entry['at']):
            continue
        numbers = event['numbers'] if kind == 'significant-acknowledged' else [event['event']]
        if report.within(entry['at']):
            moved.update(numbers)
        if kind == 'significant-noted':
            known[event['event']] = {
                'number': event['event'], 'kind': event['facts']['alarm'], 'table': event['facts']['table'],
                'first': shown(event['first']), 'last': shown(event['first']), 'count': event['count'],
                'open': 'yes' if event['facts']['alarm'] in ASKING else 'no', 'acknowledged': None, 'by': '', 'note': ''}
        elif kind == 'significant-repeated':
            row = known[event['event']]
            row.update(count=row['count'] + event['count'], last=shown(event['last']))
        else:
            for number in numbers:
                known[number].update(
                    open='no', acknowledged=shown(event['at']), by=signed(event['by']), note=event['note'])
    return {'significant-events': [
        row for number, row in sorted(known.items()) if number in moved or row['open'] == 'yes']}


def happening_tables(report):
    shown = report.calendar.shown
    voids, corrections, limits, refusals = [], [], 0, []
    others, referrals, awards, floor = [], [], [], []
    for table in report.journal.tables:
        outside = refused = 0
        for entry in report.journal.entries(table):
            if not report.within(entry['at']):
                continue
            refused += 'events' not in entry and 'opened' not in entry
            for event in entry.get('events', []):
                head = {'at': shown(entry['at']), 'table': table, 'round': event.get('round')}
                if event['type'] == 'round-voided':
                    stakes = sum(line['stake'] for line in event['lines'])
                    voids.append({**head, 'code': event['code'], 'clause': event['clause'], 'stakes': money(stakes)})
                if event['type'] == 'outcome-corrected':
                    net = sum(one['amount'] for one in event['adjustments'])
                    corrections.append({
                        **head, 'from': event['from'] or 'void', 'to': event['to'], 'players': len(event['adjustments']),
                        'adjusted': money(net), 'reason': event['reason']})
                if event['type'] in IRREGULAR:
                    others.append({**head, 'what': event['type'], 'clause': event['clause']})
                if event['type'] in ('round-referred', 'referral-decided'):
                    what = event.get('decision', 'referred')
                    referrals.append({**head, 'what': what, 'clause': event['clause'], 'reason': event['reason']})
                for award in event.get('awards', []):
                    awards.append({**head, 'player': award['player'], 'amount': money(award['amount'])})
                if event['type'] in ('book-set', 'table-closed', 'table-opened'):
                    floor.append({'at': head['at'], 'table': table, 'what': event['type']})
                limits += event['type'] == 'limits-set'
                outside += event['type'] == 'wager-placed' and 'outside' in event
        refusals.append({'table': table, 'outside_limits': outside, 'refused': refused})
    refused = sum(
        event.get('count', 1) for stream in ('house', 'tickets') for entry, event in report.journal.events(stream)
        if event['type'] in ('refusal-recorded', 'refusals-counted') and report.within(entry['at']))
    refusals.append({'table': 'house', 'outside_limits': None, 'refused': refused})
    streams = [
        {'stream': name, 'entries': len(lines), 'first': shown(lines[0]['entry']['at']),
         'last': shown(lines[-1]['entry']['at']), 'hash': lines[-1]['hash']}
        for name, lines in report.journal.streams.items()]
    return {
        'voids': voids, 'corrections': corrections, 'irregularities': others, 'referrals': referrals, 'awards': awards,
        'floor': floor, 'limits': [{}] * limits, 'refusals': refusals, 'streams': streams}


IRREGULAR = (
    'results-differed', 'revolutions-counted', 'irregularity-reported', 'wager-ruled', 'power-failed', 'play-resumed',
    'play-interrupted', 'early-close-allowed')


def agrees(said, found):
    if isinstance(found, float) and isinstance(said, (int, float)):
        return abs(said - found) <= 1e-9 * max(1, abs(found))
    if isinstance(found, str) and isinstance(said, str) and '.' in found and said != found:
        try:  # Half a cent may be rounded either way.
            return abs(float(said) - float(found)) < 0.0101
        except ValueError:
            return False
    return said == found


KEYS = {'tables': 'table', 'drop': 'table', 'refusals': 'table', 'streams': 'stream', 'games': 'game'}


def differences(said, found):
    count, left = 0, set()
    for name, rows in found.items():
        told = said.get(name)
        key = KEYS.get(name)
        if key and told is not None:
            rows, told = (sorted(one, key=lambda row: row[key]) for one in (rows, told))
        if told is None or len(told) != len(rows):
            yield f'{name}: {len(told) if told is not None else "no"} rows, {len(rows)} by the journal'
            continue
        for nth, (row, other) in enumerate(zip(told, rows)):
            for column, value in other.items():
                count += 1
                if not agrees(row.get(column), value):
                    yield f'{name}, row {nth + 1}, {column}: {row.get(column)!r}, {value!r} by the journal'
            left |= {f'{name}.{column}' for column, value in row.items() if column not in other and is_figure(value)}
    yield count, left


def is_figure(value):
    return isinstance(value, (int, float)) or isinstance(value, str) and re.fullmatch(r'-?\d+(\.\d+)?', value) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('report')
    parser.add_argument('streams', nargs='+')
    parser.add_argument('--zone', required=True)
    parser.add_argument('--day-start', default='06:00')
    parser.add_argument('--date', required=True, type=dt.date.fromisoformat)
    asked = parser.parse_args()
    calendar = Calendar(asked.zone, asked.day_start)
    report = Report(Journal(asked.streams, calendar), calendar, asked.date)
    dealers, shifts = dealer_tables(report)
    found = {
        **sum_tables(report), **ticket_tables(report), **meters(report), **people_tables(report),
        **happening_tables(report), **event_table(report), 'dealers': dealers, 'shifts': shifts}
    with open(asked.report, encoding='utf-8') as file:
        said = {table['name']: table['rows'] for table in json.load(file)['tables']}
    *wrong, (count, columns) = differences(said, found)
    for line in wrong:
        print(line)
    empty = [name for name, rows in said.items() if name not in found and rows == []]
    left = [*(name for name in said if name not in found and name not in empty), *sorted(columns)]
    print(f'{count} figures of {len(found)} tables computed; {len(wrong)} differ; empty: {", ".join(empty) or "none"};'
          f' not computed: {", ".join(left) or "none"}')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
