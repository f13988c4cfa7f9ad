// Loaded before a program that is measured: writes its processor time and peak memory to file descriptor 3 at its end.
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ ms: (userCPUTime + systemCPUTime) / 1000, mebibytes: maxRSS / 1024 }));
});
