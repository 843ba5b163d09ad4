----------------------------- MODULE Ownership -----------------------------
(***************************************************************************)
(* Room ownership among several nodes on one PostgreSQL.                   *)
(*                                                                         *)
(* One action is one transaction of the database, or one step of a node.   *)
(*   Start, Evict, Renew, Read          src/store/postgres_node.cpp        *)
(*   Store: fence, append, adopt,       src/store/postgres_blobs.cpp and   *)
(*   release                            postgres_schema.cpp                *)
(*   Send, SendAdopt, Heard, Fail       src/net/commit_queue.cpp,          *)
(*                                      cluster_member.h, cluster_watch.cpp*)
(*                                                                         *)
(* Left out: room contents, nodes of other rules (`unfit` rooms), closed   *)
(* and replaced rooms, the lobby, and evict's pg_terminate_backend. The    *)
(* model is therefore weaker than the database: a commit of a dead or      *)
(* evicted epoch may arrive at any later time, and only the fence stops it.*)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Nodes, Rooms,
  MaxEpoch,    \* epochs and parcels, from one sequence
  MaxLength,   \* entries of a room, its header included
  MaxFaults,   \* kills, pauses, cuts, lost answers and deploys
  Bug          \* "none", or a deliberate bug that TLC must find

VARIABLES
  last,        \* the last epoch of the sequence
  rows,        \* epochs that have a row in table `node`: they may write
  late,        \* those whose lease is over, by the database's clock
  ledger,      \* table `cell`: for each holder the length of each of its rooms; 0: not its own
  room,        \* tables `room` and `entry`
  flight,      \* for each epoch the commit that is under way
  node,        \* the processes
  claims,      \* for each node the orphaned holders that it has read
  told,        \* entries that players were told of
  denied,      \* entries that players were told to have failed
  faults       \* how many there have been

vars == <<last, rows, late, ledger, room, flight, node, claims, told, denied, faults>>

Epochs == 1..MaxEpoch
None == [kind |-> "none"]
Nowhere == [length |-> 0, term |-> 0]
NoRooms == [r \in Rooms |-> Nowhere]
NoLengths == [r \in Rooms |-> 0]
Unborn == [up |-> FALSE, epoch |-> 0, before |-> 0, asleep |-> FALSE, cut |-> FALSE,
           held |-> NoRooms]

Init ==
  /\ last = 0 /\ rows = {} /\ late = {} /\ faults = 0
  /\ ledger = << >>
  /\ room = [r \in Rooms |-> [owner |-> 0, term |-> 0, log |-> << >>]]
  /\ flight = [e \in Epochs |-> None]
  /\ node = [n \in Nodes |-> Unborn]
  /\ claims = [n \in Nodes |-> {}]
  /\ told = {} /\ denied = {}

----------------------------------------------------------------------------
\* Helpers.

Awake(n) == node[n].up /\ ~node[n].asleep
Reaches(n) == Awake(n) /\ ~node[n].cut         \* the database
Lives(e) == \E n \in Nodes : node[n].up /\ node[n].epoch = e
Suspect(e) == ~\E n \in Nodes : Reaches(n) /\ node[n].epoch = e
Held(n) == {r \in Rooms : node[n].held[r].length > 0}
Lengths(n) == [r \in Rooms |-> node[n].held[r].length]
OwnedBy(e) == {r \in Rooms : room[r].owner = e}
Without(f, e) == [x \in DOMAIN f \ {e} |-> f[x]]
Entry(r, k) == [room |-> r, number |-> k, by |-> room[r].log[k].by]
Busy(n) == flight[node[n].epoch].kind # "none"

Down(n, before) ==
  /\ node' = [node EXCEPT ![n] = [Unborn EXCEPT !.epoch = node[n].epoch, !.before = before]]
  /\ claims' = [claims EXCEPT ![n] = {}]
\* A commit that the database has not executed yet outlives its process.
LeaveFlight(n) ==
  flight' = [flight EXCEPT ![node[n].epoch] = IF @.kind # "none" /\ @.stage = "sent" THEN @ ELSE None]
\* One code path for every doubt: the process starts again under a new epoch.
Fail(n) == Down(n, node[n].epoch) /\ LeaveFlight(n)

----------------------------------------------------------------------------
\* A node's life.

\* Its previous life is evicted first, whoever has noticed.
Start(n) ==
  /\ ~node[n].up /\ last < MaxEpoch
  /\ last' = last + 1
  /\ rows' = (rows \ {node[n].before}) \cup {last + 1}
  /\ late' = late \ {node[n].before}
  /\ ledger' = ledger @@ ((last + 1) :> NoLengths)
  /\ node' = [node EXCEPT ![n] = [Unborn EXCEPT !.up = TRUE, !.epoch = last + 1]]
  /\ UNCHANGED <<room, flight, claims, told, denied, faults>>

Renew(n) ==
  /\ Reaches(n)
  /\ IF node[n].epoch \in rows
     THEN /\ late' = late \ {node[n].epoch}
          /\ UNCHANGED <<node, claims, flight>>
     ELSE Fail(n) /\ UNCHANGED late
  /\ UNCHANGED <<last, rows, ledger, room, told, denied, faults>>

\* The database's clock: a sleeping or unreachable node renews nothing.
Expire(e) ==
  /\ e \in rows \ late /\ Lives(e) /\ Suspect(e)
  /\ late' = late \cup {e}
  /\ UNCHANGED <<last, rows, ledger, room, flight, node, claims, told, denied, faults>>

\* Two signs of death: a lease that is over, or the lock of a connection that is gone.
Evict(n, e) ==
  /\ Reaches(n) /\ e # node[n].epoch
  /\ e \in rows /\ (e \in late \/ ~Lives(e))
  /\ rows' = rows \ {e}
  /\ late' = late \ {e}
  /\ UNCHANGED <<last, ledger, room, flight, node, claims, told, denied, faults>>

----------------------------------------------------------------------------
\* Commits: sent by the node, executed by the database, heard by the node.

\* `batch`: how many entries for each room. A room without an owner is opened by it.
MayWrite(n, r) == r \in Held(n) \/ (room[r].owner = 0 /\ \A e \in Epochs :
                    flight[e].kind = "append" => flight[e].batch[r] = 0)

Send(n, batch) ==
  LET e == node[n].epoch IN
  /\ Awake(n) /\ ~Busy(n)
  /\ \E r \in Rooms : batch[r] > 0
  /\ \A r \in Rooms : batch[r] > 0 => MayWrite(n, r)
  /\ Bug = "local_lease" => e \notin late    \* even a perfect clock: it is looked at too early
  /\ flight' = [flight EXCEPT ![e] =
       [kind |-> "append", batch |-> batch, held |-> node[n].held,
        stage |-> "sent", answer |-> TRUE]]
  /\ UNCHANGED <<last, rows, late, ledger, room, node, claims, told, denied, faults>>

SendAdopt(n, claim) ==
  /\ Awake(n) /\ ~Busy(n) /\ claim \in claims[n]
  /\ claims' = [claims EXCEPT ![n] = @ \ {claim}]
  /\ flight' = [flight EXCEPT ![node[n].epoch] =
       [kind |-> "adopt", claim |-> claim, held |-> node[n].held,
        stage |-> "sent", answer |-> TRUE]]
  /\ UNCHANGED <<last, rows, late, ledger, room, node, told, denied, faults>>

\* A stop in good order begins so, and a node with too many rooms gives some of them away. It counts
\* as a fault, since others must take the rooms.
SendRelease(n, rs) ==
  /\ Awake(n) /\ ~Busy(n) /\ rs # {} /\ rs \subseteq Held(n)
  /\ faults < MaxFaults /\ faults' = faults + 1
  /\ flight' = [flight EXCEPT ![node[n].epoch] =
       [kind |-> "release", rooms |-> rs, held |-> node[n].held, stage |-> "sent", answer |-> TRUE]]
  /\ UNCHANGED <<last, rows, late, ledger, room, node, claims, told, denied>>

\* The fence of the transaction: this epoch may write, and the rooms are its own in this term.
Fence(e, rs) ==
  /\ e \in rows
  /\ \A r \in rs : room[r].owner = e /\ room[r].term = flight[e].held[r].term
Unfenced == Bug \in {"no_fence", "local_lease"}

Outcome(e, stage) ==
  flight' = [flight EXCEPT ![e] = IF Lives(e) THEN [@ EXCEPT !.stage = stage] ELSE None]
Refuse(e, why) == Outcome(e, why) /\ UNCHANGED <<last, ledger, room>>

Written(e, r) == [k \in 1..flight[e].batch[r] |-> [by |-> e, term |-> flight[e].held[r].term]]
StoreAppend(e) ==
  LET f == flight[e]
      new == {r \in Rooms : f.batch[r] > 0 /\ f.held[r].length = 0}
      old == {r \in Rooms : f.batch[r] > 0} \ new
      \* The primary key (room, n): no second entry of one number, fenced or not.
      free == (\A r \in new : room[r].owner = 0) /\ \A r \in old : Len(room[r].log) = f.held[r].length
  IN IF (Unfenced \/ Fence(e, old)) /\ (e \in rows \/ Unfenced) /\ free
     THEN /\ room' = [r \in Rooms |->
               IF r \in new THEN [owner |-> e, term |-> 1, log |->
                                    [k \in 1..f.batch[r] |-> [by |-> e, term |-> 1]]]
               ELSE IF r \in old THEN [room[r] EXCEPT !.log = @ \o Written(e, r)]
               ELSE room[r]]
          /\ ledger' = (e :> [r \in Rooms |-> f.held[r].length + f.batch[r]]) @@ ledger
          /\ Outcome(e, "stored") /\ UNCHANGED last
     ELSE Refuse(e, "refused")

HandOver(rs, e) == room' = [r \in Rooms |->
  IF r \in rs THEN [room[r] EXCEPT !.owner = e, !.term = @ + 1] ELSE room[r]]

StoreAdopt(e) ==
  LET f == flight[e]
      from == f.claim.from
      rs == {r \in Rooms : f.claim.lengths[r] > 0}
  IN IF e \notin rows THEN Refuse(e, "refused")
     ELSE IF from \notin DOMAIN ledger \/ from \in rows \/ ~(rs \subseteq OwnedBy(from))
     THEN Refuse(e, "contested")
     ELSE /\ HandOver(rs, e)
          /\ ledger' = (e :> [r \in Rooms |-> f.held[r].length + f.claim.lengths[r]])
                       @@ Without(ledger, from)
          /\ Outcome(e, "stored") /\ UNCHANGED last

StoreRelease(e) ==
  LET f == flight[e]
      rs == f.rooms
  IN IF ~Fence(e, rs) \/ last = MaxEpoch THEN Refuse(e, "refused")
     ELSE /\ last' = last + 1
          /\ HandOver(rs, last + 1)
          /\ ledger' = (e :> [r \in Rooms |-> IF r \in rs THEN 0 ELSE f.held[r].length])
                       @@ ((last + 1) :> [r \in Rooms |-> IF r \in rs THEN f.held[r].length ELSE 0])
                       @@ ledger
          /\ Outcome(e, "stored")

Store(e) ==
  /\ flight[e].kind # "none" /\ flight[e].stage = "sent"
  /\ CASE flight[e].kind = "append" -> StoreAppend(e)
       [] flight[e].kind = "adopt" -> StoreAdopt(e)
       [] flight[e].kind = "release" -> StoreRelease(e)
  /\ UNCHANGED <<rows, late, node, claims, told, denied, faults>>

\* The connection broke before the database had all of it.
Drop(e) ==
  /\ flight[e].kind # "none" /\ flight[e].stage = "sent"
  /\ ~Lives(e) \/ ~flight[e].answer
  /\ Outcome(e, "gone")
  /\ UNCHANGED <<last, rows, late, ledger, room, node, claims, told, denied, faults>>

\* What players are told of: never before the database has it.
HeardAppend(n) ==
  LET e == node[n].epoch
      f == flight[e]
      rs == {r \in Rooms : f.batch[r] > 0}
      term(r) == IF f.held[r].length = 0 THEN 1 ELSE f.held[r].term
  IN /\ node' = [node EXCEPT ![n].held = [r \in Rooms |-> IF r \in rs
          THEN [length |-> f.held[r].length + f.batch[r], term |-> term(r)] ELSE @[r]]]
     /\ told' = told \cup UNION {{[room |-> r, number |-> f.held[r].length + k, by |-> e] :
                                   k \in 1..f.batch[r]} : r \in rs}
     /\ UNCHANGED claims

\* Restored rooms are shown as a whole.
HeardAdopt(n) ==
  LET e == node[n].epoch
      lengths == flight[e].claim.lengths
      rs == {r \in Rooms : lengths[r] > 0}
  IN /\ node' = [node EXCEPT ![n].held = [r \in Rooms |-> IF r \in rs
          THEN [length |-> lengths[r], term |-> flight[e].claim.terms[r] + 1] ELSE @[r]]]
     /\ told' = told \cup UNION {{Entry(r, k) : k \in 1..lengths[r]} : r \in rs}
     /\ UNCHANGED claims

\* The node goes on without these rooms.
HeardRelease(n) ==
  /\ node' = [node EXCEPT ![n].held = [r \in Rooms |->
       IF r \in flight[node[n].epoch].rooms THEN Unborn.held[r] ELSE @[r]]]
  /\ UNCHANGED <<claims, told>>

Heard(n) ==
  LET e == node[n].epoch IN
  /\ Awake(n) /\ Busy(n) /\ flight[e].answer
  /\ \/ /\ flight[e].stage = "stored"
        /\ CASE flight[e].kind = "append" -> HeardAppend(n)
             [] flight[e].kind = "adopt" -> HeardAdopt(n)
             [] flight[e].kind = "release" -> HeardRelease(n)
        /\ flight' = [flight EXCEPT ![e] = None]
     \/ /\ flight[e].stage = "contested"
        /\ flight' = [flight EXCEPT ![e] = None]
        /\ UNCHANGED <<node, claims, told>>
     \/ /\ flight[e].stage = "refused"
        /\ Fail(n) /\ UNCHANGED told
  /\ UNCHANGED <<last, rows, late, ledger, room, denied, faults>>

\* All rooms are released and the process ends. It takes its row away, or is gone before that.
Stop(n) ==
  LET e == node[n].epoch IN
  /\ Awake(n) /\ Busy(n) /\ flight[e].answer
  /\ flight[e].kind = "release" /\ flight[e].stage = "stored" /\ flight[e].rooms = Held(n)
  /\ Down(n, 0)
  /\ flight' = [flight EXCEPT ![e] = None]
  /\ \/ UNCHANGED <<rows, late, ledger>>
     \/ rows' = rows \ {e} /\ late' = late \ {e} /\ ledger' = Without(ledger, e)
  /\ UNCHANGED <<last, room, told, denied, faults>>

\* The outcome is unknown: nobody is told anything.
NoAnswer(n) ==
  LET e == node[n].epoch
      f == flight[e]
      mine == {r \in Rooms : f.batch[r] > 0}
  IN
  /\ Awake(n) /\ Busy(n) /\ ~f.answer
  /\ IF Bug = "unknown_failed" /\ f.kind = "append"
     THEN /\ f.stage # "sent"
          /\ denied' = denied \cup {[room |-> r, number |-> f.held[r].length + 1, by |-> e] : r \in mine}
          /\ flight' = [flight EXCEPT ![e] = None]
          /\ UNCHANGED <<node, claims>>
     ELSE Fail(n) /\ UNCHANGED denied
  /\ UNCHANGED <<last, rows, late, ledger, room, told, faults>>

----------------------------------------------------------------------------
\* Takeover.

\* An orphaned holder is read only where its ledger fits its rooms.
Whole(h) == \A r \in Rooms : ledger[h][r] = IF room[r].owner = h THEN Len(room[r].log) ELSE 0
ClaimOf(h) == [from |-> h, lengths |-> ledger[h], terms |-> [r \in Rooms |->
                 IF room[r].owner = h THEN room[r].term ELSE 0]]
Read(n, h) ==
  /\ Reaches(n) /\ h \in DOMAIN ledger \ rows
  /\ \A c \in claims[n] : c.from # h
  /\ ~(Busy(n) /\ flight[node[n].epoch].kind = "adopt" /\ flight[node[n].epoch].claim.from = h)
  /\ Whole(h)
  /\ claims' = [claims EXCEPT ![n] = @ \cup {ClaimOf(h)}]
  /\ UNCHANGED <<last, rows, late, ledger, room, flight, node, told, denied, faults>>

----------------------------------------------------------------------------
\* Faults, and their ends.

Fault == faults < MaxFaults /\ faults' = faults + 1

Kill(n) ==
  /\ node[n].up /\ Fault /\ Down(n, 0) /\ LeaveFlight(n)
  /\ UNCHANGED <<last, rows, late, ledger, room, told, denied>>
Pause(n) ==
  /\ Awake(n) /\ Fault /\ node' = [node EXCEPT ![n].asleep = TRUE]
  /\ UNCHANGED <<last, rows, late, ledger, room, flight, claims, told, denied>>
Wake(n) ==
  /\ node[n].up /\ node[n].asleep /\ node' = [node EXCEPT ![n].asleep = FALSE]
  /\ UNCHANGED <<last, rows, late, ledger, room, flight, claims, told, denied, faults>>
Cut(n) ==
  /\ node[n].up /\ ~node[n].cut /\ Fault /\ node' = [node EXCEPT ![n].cut = TRUE]
  /\ UNCHANGED <<last, rows, late, ledger, room, flight, claims, told, denied>>
Mend(n) ==
  /\ node[n].up /\ node[n].cut /\ node' = [node EXCEPT ![n].cut = FALSE]
  /\ UNCHANGED <<last, rows, late, ledger, room, flight, claims, told, denied, faults>>
Lose(e) == flight[e].kind # "none" /\ flight[e].answer /\ Lives(e)
           /\ flight' = [flight EXCEPT ![e].answer = FALSE]
LoseAnswer(e) ==
  /\ Lose(e) /\ Fault
  /\ UNCHANGED <<last, rows, late, ledger, room, node, claims, told, denied>>
\* Of a node that is cut off no answer comes through.
AnswerCutOff(n) ==
  /\ node[n].up /\ node[n].cut /\ Lose(node[n].epoch)
  /\ UNCHANGED <<last, rows, late, ledger, room, node, claims, told, denied, faults>>

----------------------------------------------------------------------------

\* What a model checker tries of all batches: one room, or all of them at once.
Batches == {[r \in Rooms |-> IF r \in rs THEN 1 ELSE 0] :
              rs \in {s \in SUBSET Rooms : s # {}}}
Fits(n, batch) == \A r \in Rooms : node[n].held[r].length + batch[r] <= MaxLength

Progress ==
  \/ \E n \in Nodes :
       \/ Start(n)
       \/ (node[n].epoch \in late \/ node[n].epoch \notin rows) /\ Renew(n)
       \/ \E e \in Epochs : Evict(n, e) \/ (OwnedBy(e) # {} /\ Read(n, e))
       \/ \E batch \in Batches : Fits(n, batch) /\ Send(n, batch)
       \/ \E claim \in claims[n] : SendAdopt(n, claim)
       \/ Heard(n) \/ NoAnswer(n) \/ Stop(n) \/ Wake(n) \/ Mend(n) \/ AnswerCutOff(n)
  \/ \E e \in Epochs : Expire(e) \/ Store(e) \/ Drop(e)

Faulty ==
  \/ \E n \in Nodes : Kill(n) \/ Pause(n) \/ Cut(n) \/ \E rs \in SUBSET Rooms : SendRelease(n, rs)
  \/ \E e \in Epochs : LoseAnswer(e)

Next == Progress \/ Faulty

\* Progress has no cycles: one condition of fairness is enough.
Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

----------------------------------------------------------------------------
\* Safety, as players see it.

Stored(x) == x.number <= Len(room[x.room].log) /\ room[x.room].log[x.number].by = x.by

\* No two owners' events at one number.
OneEventPerNumber ==
  \A x, y \in told : x.room = y.room /\ x.number = y.number => x.by = y.by
\* Nothing acknowledged lost: it is in the store, and whoever the store says is the owner knows it.
NothingLost == \A x \in told : Stored(x)
OwnerKnows(n, r) == room[r].owner = node[n].epoch /\ r \in Held(n)
NothingHidden ==
  \A n \in Nodes, r \in Rooms : node[n].up /\ OwnerKnows(n, r) =>
    \A x \in told : x.room = r => x.number <= node[n].held[r].length
\* What was said to have failed did fail.
NothingDenied == \A x \in denied : ~Stored(x)

\* Safety, as the code relies on it.
TermsRise ==
  \A r \in Rooms : \A k \in 1..Len(room[r].log) :
    /\ room[r].log[k].term <= room[r].term
    /\ k > 1 => room[r].log[k - 1].term <= room[r].log[k].term
LedgerFits == \A r \in Rooms : room[r].owner # 0 =>
  room[r].owner \in DOMAIN ledger /\ ledger[room[r].owner][r] = Len(room[r].log)
OneHolder == \A m, n \in Nodes : m # n /\ node[m].up /\ node[n].up => node[m].epoch # node[n].epoch
OwnerIsCurrent ==
  \A n \in Nodes, r \in Rooms : node[n].up /\ ~Busy(n) /\ OwnerKnows(n, r) =>
    node[n].held[r] = [length |-> Len(room[r].log), term |-> room[r].term]

----------------------------------------------------------------------------
\* Liveness: after the faults every room that there is has an owner that serves it.

Served(r) == \E n \in Nodes : Reaches(n) /\ OwnerKnows(n, r) /\ node[n].epoch \in rows
EveryRoomServed == \A r \in Rooms : room[r].owner # 0 => Served(r)
EventuallyServed == <>[]EveryRoomServed
\* The bound on epochs never decides anything.
EpochsSuffice == last < MaxEpoch
============================================================================
