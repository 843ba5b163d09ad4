// Linearizability check of a fault campaign's history, room by room, with Porcupine.
//
//	go run . HISTORY...
//
// Exits with 1 and names the rooms whose histories no order of their operations explains.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

const patience = 60 * time.Second // a room

func read(from io.Reader, rooms map[string][]Operation) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var op Operation
		if err := json.Unmarshal(lines.Bytes(), &op); err != nil {
			return err
		}
		rooms[op.Room] = append(rooms[op.Room], op)
	}
	return lines.Err()
}

// history of one room. An operation without an answer may have happened at any time after its call, or
// never: it never returns, so it may come after everything else.
func history(ops []Operation) []porcupine.Operation {
	var all []porcupine.Operation
	for _, op := range ops {
		end := int64(math.MaxInt64)
		if op.Return != nil {
			end = *op.Return
		}
		all = append(all, porcupine.Operation{ClientId: op.Seat, Input: op, Call: op.Call, Return: end})
	}
	return all
}

func check(ops []Operation) porcupine.CheckResult {
	return porcupine.CheckOperationsTimeout(model, history(ops), patience)
}

// unknown counts the operations without an answer.
func unknown(ops []Operation) int {
	count := 0
	for _, op := range ops {
		if op.Return == nil {
			count++
		}
	}
	return count
}

func main() {
	rooms := map[string][]Operation{}
	for _, name := range os.Args[1:] {
		file, err := os.Open(name)
		if err == nil {
			err = read(file, rooms)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, name+":", err)
			os.Exit(2)
		}
	}
	names := make([]string, 0, len(rooms))
	for name := range rooms {
		names = append(names, name)
	}
	sort.Strings(names)
	operations, pending, faults := 0, 0, 0
	for _, name := range names {
		operations += len(rooms[name])
		pending += unknown(rooms[name])
		if result := check(rooms[name]); result != porcupine.Ok {
			faults++
			fmt.Printf("room %s: %s\n", name, result)
		}
	}
	fmt.Printf("%d rooms, %d operations, %d of them without an answer: %d not linearizable\n", len(rooms),
		operations, pending, faults)
	if faults > 0 || len(rooms) == 0 {
		os.Exit(1)
	}
}
