// The command line from its built commands.

const [name, ...rest] = process.argv.slice(2);
const { command } = await import(`../../dist/cli/${name}.js`);
try {
  process.exitCode = await command.run(rest);
} catch (error) {
  process.stderr.write(`assay ${name}: ${error.message}\n`);
  process.exitCode = error.name === "UsageError" ? 2 : 1;
}
