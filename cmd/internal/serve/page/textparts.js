// Long texts of many records in parts: a message has a limit, and a file has none.

/** Splits a text between its records into parts of at most `most` characters each, as far as that goes. */
export function partsOf(text, most) {
  const parts = [];
  let part = "";
  for (const record of records(text)) {
    if (part && part.length + record.length > most) {
      parts.push(part);
      part = "";
    }
    part += record;
  }
  if (part.trim()) parts.push(part);
  return parts;
}

/** The records of a text. Each begins with tags after an empty line. */
function records(text) {
  return text.split(/\n[ \t\r]*\n(?=\[[A-Z])/).map((record) => `${record}\n\n`);
}
