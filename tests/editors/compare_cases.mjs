// Holds the JSON Schema against the compiler: every case of tests/cases through both.
//
//   node compare_cases.mjs SCHEMA CASES             fails if the schema refuses what the compiler takes, or if
//                                                   what it does not see of the rest is not what accepted.txt says
//   node compare_cases.mjs SCHEMA CASES --update    rewrites accepted.txt, which is then read before it is committed
//
// What the compiler says of a case stands beside it (run_cases.cpp). Documents are read as the YAML language
// server reads them, by YAML 1.2.

import Ajv from 'ajv';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const snapshot = fileURLToPath(new URL('accepted.txt', import.meta.url));
const [schemaPath, cases, option] = process.argv.slice(2);
const ajv = new Ajv({ strict: false, allErrors: false, logger: false });
const validate = ajv.compile(JSON.parse(fs.readFileSync(schemaPath, 'utf8')));

// Why a text is refused; empty if it is not.
function refusal(file) {
  const documents = parseAllDocuments(fs.readFileSync(file, 'utf8'));
  if (documents.length !== 1) return `${documents.length} documents`;
  if (documents[0].errors.length > 0) return documents[0].errors[0].message.split('\n')[0];
  let value;
  try {
    value = documents[0].toJS();
  } catch (error) {
    return error.message; // too many aliases
  }
  if (validate(value)) return '';
  const error = validate.errors.reduce((a, b) => (b.instancePath.length > a.instancePath.length ? b : a));
  return `${error.instancePath} ${error.message}`;
}

// The sources of each case: one file, or a folder with several.
function findCases(folder) {
  const found = [];
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const sources = fs.readdirSync(place, { recursive: true }).filter((name) => name.endsWith('.ishi.yaml'));
      found.push({
        name: entry.name,
        sources: sources.map((name) => path.join(place, name)).filter((name) => fs.statSync(name).isFile()),
        expected: path.join(place, 'expected.txt'),
      });
    } else if (entry.name.endsWith('.ishi.yaml')) {
      const name = entry.name.slice(0, -'.ishi.yaml'.length);
      found.push({ name, sources: [place], expected: path.join(folder, `${name}.txt`) });
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

// The codes of the errors that the compiler finds; none if there are warnings alone.
function errorCodes(one) {
  const text = fs.existsSync(one.expected) ? fs.readFileSync(one.expected, 'utf8') : '';
  return [...new Set([...text.matchAll(/^error\[(IS\d+)\]/gm)].map((match) => match[1]))].sort();
}

let isGood = true;
const accepted = new Map(); // names of cases, by what the compiler says
let count = 0;
let wrong = 0;
for (const folder of ['pass', 'fail']) {
  for (const one of findCases(path.join(cases, folder))) {
    ++count;
    const codes = errorCodes(one);
    const reasons = one.sources.map(refusal).filter((reason) => reason !== '');
    if (codes.length > 0) {
      ++wrong;
      if (reasons.length > 0) continue;
      const key = codes.join(' ');
      accepted.set(key, [...(accepted.get(key) ?? []), one.name]);
    } else if (reasons.length > 0) {
      console.log(`${folder}/${one.name}: the compiler takes it, the schema does not: ${reasons[0]}`);
      isGood = false;
    }
  }
}

const lines = [...accepted].sort().map(([codes, names]) => `${codes} (${names.length})\n${names.map((name) => `  ${name}\n`).join('')}`);
const unseen = [...accepted.values()].flat().length;
const report =
  `What the compiler refuses and the JSON Schema takes: ${unseen} of ${wrong} cases with errors.\n` +
  `Made by \`node compare_cases.mjs … --update\`.\n\n${lines.join('')}`;
console.log(`${count} cases; of ${wrong} with errors the schema refuses ${wrong - unseen}`);
if (option === '--update') {
  fs.writeFileSync(snapshot, report);
} else if (!fs.existsSync(snapshot) || fs.readFileSync(snapshot, 'utf8') !== report) {
  console.log(`${snapshot} says something else; rewrite it with --update and read the difference`);
  isGood = false;
}
process.exit(isGood ? 0 : 1);
