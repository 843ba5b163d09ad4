------------------------------- MODULE Trace -------------------------------
\* Conformance of recorded traces: each step of a trace must be a step of Ownership, and the safety
\* properties must hold after it. TLC prints the number of every trace that it can follow to its end.
\* tests/spec/traces_test.py writes module Traces from what the simulator has recorded.
EXTENDS Ownership, Traces

VARIABLES trace, step
traceVars == <<vars, trace, step>>

Safe ==
  NothingLost /\ NothingHidden /\ NothingDenied /\ TermsRise /\ LedgerFits /\ OneHolder /\ OwnerIsCurrent

\* The step <<name, numbers...>> as an action.
Follow(s) ==
  CASE s[1] = "start" -> node[s[2]].before = s[4] /\ Start(s[2]) /\ last' = s[3]
    [] s[1] = "kill" -> Kill(s[2])
    [] s[1] = "pause" -> Pause(s[2])
    [] s[1] = "wake" -> Wake(s[2])
    [] s[1] = "cut" -> Cut(s[2])
    [] s[1] = "mend" -> Mend(s[2])
    [] s[1] = "expire" -> Expire(s[2])
    [] s[1] = "renew" -> Renew(s[2]) /\ node'[s[2]].up
    [] s[1] = "evict" -> Evict(s[2], s[3])
    [] s[1] = "read" -> Read(s[2], s[3]) /\ ledger[s[3]] = s[4]
    [] s[1] = "send" -> Send(s[2], s[3])
    [] s[1] = "adopt" -> \E claim \in claims[s[2]] : claim.from = s[3] /\ SendAdopt(s[2], claim)
    [] s[1] = "release" -> SendRelease(s[2], {s[3][i] : i \in DOMAIN s[3]})
    [] s[1] = "store" -> Store(s[2]) /\ flight'[s[2]].stage = s[3]
    [] s[1] = "lose" -> LoseAnswer(s[2])
    [] s[1] = "cutoff" -> AnswerCutOff(s[2])
    [] s[1] = "drop" -> Drop(s[2])
    [] s[1] = "heard" -> Heard(s[2]) /\ node'[s[2]].up
    [] s[1] = "stop" -> Stop(s[2]) /\ UNCHANGED rows
    [] s[1] = "fail" -> (Heard(s[2]) \/ NoAnswer(s[2]) \/ Renew(s[2])) /\ ~node'[s[2]].up

TraceInit == Init /\ trace \in 1..Len(Recorded) /\ step = 1
TraceNext ==
  /\ step <= Len(Recorded[trace])
  /\ Follow(Recorded[trace][step]) /\ Safe'
  /\ step' = step + 1 /\ UNCHANGED trace
  /\ step = Len(Recorded[trace]) => PrintT(<<"conforms", trace>>)
TraceSpec == TraceInit /\ [][TraceNext]_traceVars
=============================================================================
