// validate.js LOG…: exits with 1, and says why, if a file is not valid by the JSON schema of SARIF 2.1.0.
const fs = require('fs');
const path = require('path');
const Ajv = require('ajv');

const matchers = path.dirname(require.resolve('@microsoft/jest-sarif/package.json'));
const schema = JSON.parse(fs.readFileSync(path.join(matchers, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
const ajv = new Ajv({ schemaId: 'id', meta: false, allErrors: true, unknownFormats: 'ignore' });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(schema);

let failed = 0;
for (const file of process.argv.slice(2)) {
  if (validate(JSON.parse(fs.readFileSync(file, 'utf8')))) continue;
  ++failed;
  for (const error of validate.errors) console.log(`${file}: ${error.dataPath} ${error.message}`);
}
process.exit(failed > 0 ? 1 : 0);
