package carrier_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retort-ml/retort/registry/environments/tau2/carrier"
	"github.com/retort-ml/retort/registry/environments/tau2/little"
	"github.com/retort-ml/retort/registry/environments/tau2/py"
)

// TestDraw holds every drawn task against the policy: what is written is allowed, what is refused is not, and the
// customer's words mean one reservation only.
func TestDraw(t *testing.T) {
	t.Parallel()
	files := carrier.Draw(5, 700, 70)
	require.Equal(t, py.JSON(files.Database), py.JSON(carrier.Draw(5, 700, 70).Database), "the same seed, the same airline")
	require.NotEqual(t, py.JSON(files.Tasks), py.JSON(carrier.Draw(6, 700, 70).Tasks))
	counts := map[string]int{}
	for _, task := range files.Tasks.(*py.List).Items() {
		purpose := little.Text(task, "description", "purpose")
		counts[purpose]++
		user := little.At(files.Database, "users", little.Text(task, "evaluation_criteria", "actions", 0, "arguments", "user_id"))
		want := little.Text(task, "user_scenario", "instructions", "reason_for_call")
		r := little.At(files.Database, "reservations", little.Text(task, "evaluation_criteria", "actions", 1, "arguments", "reservation_id"))
		named := 0
		for _, id := range little.At(user, "reservations").(*py.List).Items() {
			if strings.Contains(want, "flight to "+little.Text(files.Database, "reservations", py.Text(id), "destination")) {
				named++
			}
		}
		insured, cabin := little.Text(r, "insurance") == "yes", little.Text(r, "cabin")
		call := little.At(task, "evaluation_criteria", "actions", 2)
		switch name := little.Text(call, "name"); purpose {
		case "Cancel a reservation.":
			require.True(t, insured || cabin == "business")
			require.Equal(t, "cancel_reservation", name)
		case "Change the flight of a reservation.":
			require.NotEqual(t, "basic_economy", cabin)
			require.Equal(t, "update_reservation_flights", name)
			require.Equal(t, cabin, little.Text(call, "arguments", "cabin"))
		case "Change the cabin of a reservation.":
			require.NotEqual(t, cabin, little.Text(call, "arguments", "cabin"))
			require.Equal(t, little.Text(r, "flights", 0, "flight_number"), little.Text(call, "arguments", "flights", 0, "flight_number"))
		case "Add checked bags to a reservation.":
			free := map[string]int64{"regular": 0, "silver": 1, "gold": 2}[little.Text(user, "membership")] + map[string]int64{"economy": 1, "business": 2}[cabin]
			all := int64(little.At(call, "arguments", "total_baggages").(py.Int))
			require.Greater(t, all, int64(little.At(r, "total_baggages").(py.Int)))
			require.Equal(t, py.Int(max(0, all-free)), little.At(call, "arguments", "nonfree_baggages"))
		case "Book a flight.":
			a := little.At(call, "arguments")
			flight := little.At(files.Database, "flights", little.Text(a, "flights", 0, "flight_number"))
			on := little.At(flight, "dates", little.Text(a, "flights", 0, "date"))
			require.Equal(t, little.Text(on, "prices", little.Text(a, "cabin")), little.Text(a, "payment_methods", 0, "amount"))
			require.Equal(t, little.Text(flight, "destination"), little.Text(a, "destination"))
			named = 1
		case "Refuse to cancel what is neither in business nor insured.":
			require.False(t, insured || cabin == "business")
			require.Empty(t, name)
		case "Refuse to change a flight in basic economy.":
			require.Equal(t, "basic_economy", cabin)
			require.Empty(t, name)
		default:
			t.Fatal(purpose)
		}
		require.Equal(t, 1, named, "%s: %s", little.Text(task, "id"), want)
	}
	require.Len(t, counts, 7)
	for purpose, n := range counts {
		require.InDelta(t, 110, n, 40, fmt.Sprint(purpose, " is drawn as often as the others"))
	}
}

// TestView_Early writes commands for which nothing was read yet: calls that the world refuses, or the beginning of one.
func TestView_Early(t *testing.T) {
	t.Parallel()
	r, said := carrier.View{}.Begin("I want to cancel my flight to JFK, my plans have changed.")
	require.Equal(t, []string{"cancel", "JFK"}, said)
	r.Observe(`[{"flight_number": "HAT001", "origin": "SFO", "destination": "JFK", "scheduled_departure_time_est": "08:00:00"}]`)
	r.Observe(`{"reservation_id": "R1", "destination": "JFK"}`)
	for command, want := range map[string]string{
		"book flight_1 economy day_16":        "{ book flight_1 economy day_16",
		"cancel reservation_2":                "{ cancel reservation_2",
		"get":                                 "{ get",
		"":                                    "{ ",
		"bags reservation_1 n_1 morning":      "{ bags reservation_1 n_1 morning",
		"account":                             `{"name": "get_user_details", "arguments": {"user_id": ""}, "requestor": "assistant"}`,
		"bags reservation_1 n_1 n_0":          `{"name": "update_reservation_baggages", "arguments": {"reservation_id": "R1", "total_baggages": 1, "nonfree_baggages": 0, "payment_id": ""}, "requestor": "assistant"}`,
		"cabin reservation_1 business":        `{"name": "update_reservation_flights", "arguments": {"reservation_id": "R1", "cabin": "business", "flights": [{"flight_number": "", "date": ""}], "payment_id": ""}, "requestor": "assistant"}`,
		"search JFK day_20":                   `{"name": "search_direct_flight", "arguments": {"origin": "SFO", "destination": "JFK", "date": "2024-05-20"}, "requestor": "assistant"}`,
		"search business day_20":              "{ search business day_20",
		"move reservation_1 flight_1 morning": "{ move reservation_1 flight_1 morning",
	} {
		require.Equal(t, want, r.Command(strings.Fields(command)), command)
	}
}
