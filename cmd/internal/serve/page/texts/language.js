// The language of the page: the one that was chosen by hand, or else the first of the
// browser's that the page speaks. This script runs before all others, so that the texts are
// loaded while those are on their way. It imports nothing, and the site does not join it to
// them: what it finds out is the attribute lang of the document.

// What cannot be loaded is told in the words of index.html, as long as main.js has not removed them.
const tell = (what) => {
  const place = document.getElementById("unloaded");
  place?.classList.add("failed");
  place?.append(what, "\n");
};
addEventListener("error", ({ target, filename, message }) => {
  if (target === window) tell(`${filename}: ${message}`);
  else if (target.localName === "script") tell(target.src);
}, true);
addEventListener("unhandledrejection", ({ reason }) => tell(reason.message));

const KEY = "cathedral-language";

/** The catalogues of texts by the tags of their languages. The first is for readers who speak none of them. */
const CATALOGUES = { "en-GB": "english", "de": "german", "es": "spanish", "fr": "french" };

const withoutCountry = (tag) => tag.split("-")[0];
const spoken = (wanted) => Object.keys(CATALOGUES).find((tag) => withoutCountry(tag) === withoutCountry(wanted));

function chosenByHand() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // nothing can be kept here
  }
}

const [language] = [chosenByHand(), ...navigator.languages, Object.keys(CATALOGUES)[0]].map(spoken).filter(Boolean);
document.documentElement.lang = language;
const catalogue = Object.assign(document.createElement("link"), {
  id: "catalogue", rel: "preload", as: "fetch", crossOrigin: "anonymous", href: new URL(`${CATALOGUES[language]}.json`, import.meta.url),
});
document.head.append(catalogue);

// Each language is called as those who speak it call it. Another one comes with the page loaded
// anew, which goes on where one is.
const choice = document.getElementById("language");
for (const tag of Object.keys(CATALOGUES)) {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(withoutCountry(tag));
  const option = new Option(name.charAt(0).toLocaleUpperCase(tag) + name.slice(1), tag, false, tag === language);
  option.lang = tag;
  choice.append(option);
}
choice.addEventListener("change", () => {
  try {
    localStorage.setItem(KEY, choice.value);
    location.reload();
  } catch {
    choice.value = language;
  }
});
