--------------------------- MODULE OwnershipModel ---------------------------
\* What TLC checks: all nodes have started, and each room is open at one of them.
EXTENDS Ownership

Symmetry == Permutations(Nodes) \cup Permutations(Rooms)

Numbered == {f \in [Nodes -> 1..Cardinality(Nodes)] :
               \A m, n \in Nodes : m # n => f[m] # f[n]}

ModelInit ==
  /\ last = Cardinality(Nodes) /\ rows = 1..last /\ late = {} /\ faults = 0
  /\ \E owner \in [Rooms -> rows], numbers \in Numbered :
       LET length(e, r) == IF owner[r] = e THEN 1 ELSE 0
           held(n) == [r \in Rooms |-> [length |-> length(numbers[n], r),
                                         term |-> length(numbers[n], r)]]
       IN /\ room = [r \in Rooms |->
               [owner |-> owner[r], term |-> 1, log |-> <<[by |-> owner[r], term |-> 1]>>]]
          /\ ledger = [e \in rows |-> [r \in Rooms |-> length(e, r)]]
          /\ node = [n \in Nodes |->
               [Unborn EXCEPT !.up = TRUE, !.epoch = numbers[n], !.held = held(n)]]
  /\ flight = [e \in Epochs |-> None]
  /\ claims = [n \in Nodes |-> {}]
  /\ told = {} /\ denied = {}

\* For safety a node that sleeps or is cut off is one that takes no step for a while. So a lease that
\* ends without a cause stands for both, and the sleeper's own states need not be counted.
Doubt(e) ==
  /\ e \in rows \ late /\ Lives(e) /\ Fault
  /\ late' = late \cup {e}
  /\ UNCHANGED <<last, rows, ledger, room, flight, node, claims, told, denied>>
SafetyFaults ==
  \/ \E n \in Nodes : Kill(n) \/ \E rs \in SUBSET Rooms : SendRelease(n, rs)
  \/ \E e \in Epochs : LoseAnswer(e) \/ Doubt(e)
SafetySpec == ModelInit /\ [][Progress \/ SafetyFaults]_vars

FairSpec == ModelInit /\ [][Next]_vars /\ WF_vars(Progress)
=============================================================================
