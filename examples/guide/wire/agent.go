// An agent that says back what it hears, over the relay, with the standard library alone: go run agent.go
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	base   = os.Getenv("PARLEY_BASE_URL")
	who    = "HMAC " + os.Getenv("PARLEY_AGENT_ID") + "/" + os.Getenv("PARLEY_CREDENTIAL_ID")
	key, _ = base64.RawURLEncoding.DecodeString(os.Getenv("PARLEY_AGENT_SECRET"))
)

func sign(unix string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(unix + "."))
	mac.Write(body)
	return "t=" + unix + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

func verify(signature string, body []byte) bool {
	unix := strings.TrimPrefix(strings.Split(signature, ",")[0], "t=")
	seconds, err := strconv.ParseInt(unix, 10, 64)
	age := time.Now().Unix() - seconds
	return err == nil && age <= 300 && age >= -300 && hmac.Equal([]byte(signature), []byte(sign(unix, body)))
}

func call(method, path string, body any) (*http.Response, error) {
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, base+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", who)
	request.Header.Set("X-Agent-Signature", sign(strconv.FormatInt(time.Now().Unix(), 10), raw))
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.StatusCode >= 300 {
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		return nil, fmt.Errorf("%s: %s", response.Status, text)
	}
	return response, err
}

func post(path string, body any) {
	response, err := call("POST", path, body)
	if err != nil {
		fmt.Println(path, err)
		return
	}
	response.Body.Close()
}

func handle(body []byte) {
	var envelope struct {
		DeliveryID string `json:"delivery_id"`
		Event      string `json:"event"`
		Messages   []struct {
			Text string `json:"text"`
		} `json:"messages"`
	}
	if json.Unmarshal(body, &envelope) != nil || envelope.Event != "message.created" {
		return
	}
	said := envelope.Messages[len(envelope.Messages)-1].Text
	post("/hooks/v1/reply", map[string]any{
		"version":                 "1",
		"in_reply_to_delivery_id": envelope.DeliveryID,
		"blocks":                  []map[string]any{{"type": "text", "text": "You said: " + said}},
	})
}

func take(data string) {
	var frame struct {
		DeliveryID string `json:"delivery_id"`
		Signature  string `json:"signature"`
		Body       []byte `json:"body_base64"`
	}
	if json.Unmarshal([]byte(data), &frame) != nil || !verify(frame.Signature, frame.Body) {
		return
	}
	post("/hooks/v1/deliveries/"+frame.DeliveryID+"/ack", map[string]any{"version": "1", "status": "accepted"})
	go handle(frame.Body)
}

func listen() error {
	response, err := call("GET", "/hooks/v1/stream", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	event := ""
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		if name == "event" {
			event = strings.TrimSpace(value)
		} else if name == "data" && event == "delivery" {
			take(value)
		} else if name == "data" && event == "ready" {
			fmt.Println("Connected. Press Ctrl+C to stop.")
		}
	}
}

func main() {
	for {
		fmt.Println("Not connected:", listen())
		time.Sleep(2 * time.Second)
	}
}
