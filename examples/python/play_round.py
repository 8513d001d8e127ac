#!/usr/bin/env python3
"""Plays one round at a table through the generated client.

    python3 play_round.py http://127.0.0.1:8080 TABLE BADGE PIN ENROLMENT_CODE

BADGE is a dealer's; the code enrols a terminal of the table. It prints the result as JSON.
"""

import json
import sys

from croupier_client import Client, Refused, commands


def play(address, table, badge, pin, code):
    house = Client(address)
    dealer = Client(address, house.post_sessions({"badge": badge, "pin": pin})["token"])
    seat = house.post_terminals_enrol({"code": code})
    terminal = Client(address, seat["token"])
    player = seat["player"]

    def deal(command):
        return dealer.post_tables_id_commands(table, command)

    deal(commands.buy_in(player, 10_000))
    deal(commands.place_your_bets())
    terminal.post_tables_id_commands(table, commands.wager(player, spot="17", stake=500, id="first-wager"))
    again = terminal.post_tables_id_commands(table, commands.wager(player, spot="17", stake=500, id="first-wager"))
    deal(commands.spin("clockwise", "anticlockwise"))
    deal(commands.no_more_bets())
    try:
        terminal.post_tables_id_commands(table, commands.wager(player, spot="17", stake=500))
        refused = None
    except Refused as refusal:
        refused = refusal.code
    deal(commands.ball_at_rest("17"))
    deal(commands.settle())
    view = terminal.get_tables_id(table)["view"]
    round_ = terminal.get_tables_id_rounds_round(table, view["round"])
    return {
        "house": house.get_house()["name"],
        "round": round_["round"],
        "pocket": round_["pocket"],
        "refused": refused,
        "wagered_once": len(again["events"]),
        "balance": view["funds"]["balance"],
        "last_rounds": len(terminal.get_tables_id_rounds(table, last=1)),
    }


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:])))
