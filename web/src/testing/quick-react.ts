// React keeps for a debugger where each element was made, which takes a fifteenth of the time of the tests. It looks for
// this as it is loaded, so `setup.ts` imports this file before anything of React.
delete (console as { createTask?: unknown }).createTask;
