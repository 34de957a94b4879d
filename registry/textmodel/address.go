// Package textmodel is a language model behind an address that speaks OpenAI's chat completions, as llama.cpp, vLLM and Ollama
// serve them: the [judge.TextModel] of methods and environments that can ask one. It asks for the most likely answer, once a
// prompt, some prompts at a time, and tries again when the server is busy or away. It reads no environment variable, sends no key,
// and knows nobody who asks. [Address] is the settings, [Address.Open] the model.
package textmodel

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/retort-ml/retort/registry"
	"github.com/retort-ml/retort/registry/judge"
)

// Address is the settings that say where a model answers, for embedding. Experiments without one keep their hashes.
type Address struct {
	// URL is the address up to "/chat/completions", as "http://localhost:8000/v1".
	URL string `hcl:"text_model_url,optional" json:"text_model_url,omitempty"`
	// Name is the model as the server names it.
	Name string `hcl:"text_model,optional" json:"text_model,omitempty"`
}

// Given says whether there is anything of an address.
func (a Address) Given() bool { return a != Address{} }

// completions is the part of a request's address that does not belong to the settings.
const completions = "/chat/completions"

// Validate returns what is wrong with the address, each as a [registry.SettingError]. who is the setting that asks for a model, as
// its author writes it (`judge = "model"`); "" when there is none.
func (a Address) Validate(who string) []error {
	var faults []error
	fault := func(setting, format string, args ...any) {
		faults = append(faults, registry.BadSetting(setting, format, args...))
	}
	if who == "" {
		if setting := a.first(); setting != "" {
			fault(setting, "Nobody asks this text model: leave text_model_url and text_model out, or give a setting that can ask one the value \"model\".")
		}
		return faults
	}
	asking, _, _ := strings.Cut(who, " ")
	nameless := strings.TrimSpace(a.Name) == ""
	switch {
	case a.URL == "" && nameless:
		fault(asking, "%s needs text_model_url and text_model, as in text_model_url = \"http://localhost:8000/v1\" and the name that the server there gives its model.", who)
	case a.URL == "":
		fault(asking, "%s needs text_model_url, as in text_model_url = \"http://localhost:8000/v1\".", who)
	case nameless:
		fault(asking, "%s needs text_model, the name that the server gives the model.", who)
	}
	if why := a.unusable(); a.URL != "" && why != "" {
		fault("text_model_url", "%s", why)
	}
	return faults
}

// ValidateFor is Validate for a setting that asks the model where its value is "model" and nobody where it is another, as one error.
func (a Address) ValidateFor(setting, value string) error {
	who := ""
	if value == "model" {
		who = fmt.Sprintf("%s = %q", setting, value)
	}
	return errors.Join(a.Validate(who)...)
}

// first is the setting that an address is reported at.
func (a Address) first() string {
	switch {
	case a.URL != "":
		return "text_model_url"
	case a.Name != "":
		return "text_model"
	}
	return ""
}

// unusable says what is wrong with the URL.
func (a Address) unusable() string {
	u, err := url.Parse(a.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return "This is no address of a server. It begins with http:// or https://, as in \"http://localhost:8000/v1\"."
	case u.User != nil:
		return "The address holds a user or a password, and plans and records would keep it. Ask a server that needs none."
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "The address has more than a server and a path, as in \"http://localhost:8000/v1\"."
	case strings.HasSuffix(strings.TrimRight(u.Path, "/"), completions):
		return "The address is what stands before " + completions + ": write \"" + strings.TrimSuffix(strings.TrimRight(a.URL, "/"), completions) + "\"."
	}
	return ""
}

// Open returns the model. It connects when it is asked first, and is safe for concurrent use. Each one has its own answers and its
// own bound of requests at a time.
//
// An error of its Answer names the address; one that is [ErrUnreachable] says that the server gave no answer at all.
func (a Address) Open() judge.TextModel { return newModel(a, defaults) }
