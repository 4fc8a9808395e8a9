// The tool itself, run by Pyodide: in a worker of a page, and in node for the tests.

const LIBRARIES = "/lib/python3.14/site-packages";
const STANDARD = "/lib/python314.zip";
const PROJECT = "/project";

/** What answers for one game.

`take(name)` fetches a file that lies below `tool/`; `load` is Pyodide's own function, `folder` where it finds its files. */
export async function opened(load, folder, take, game) {
  const parts = ["tool.data.bin", `${game}.bin`, "site.json"].map(take); // all are asked for at once
  const { libraries, memory, modules, room } = await (await take("tool.json")).json();
  const kept = memory ? { _loadSnapshot: new Uint8Array(room), stdLibURL: `${folder}tool.json` } : {}; // the library itself: `whole`
  const filled = memory && fill(kept._loadSnapshot, take(memory));
  const python = await load({ indexURL: folder, ...options(libraries, filled, room), ...kept });
  if (memory) kept._loadSnapshot = python._api.config._loadSnapshot = null; // it is in use now: 50 MB
  const folders = new Set();
  const write = (path, content) => {
    const folder = path.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, content, { canOwn: true });
  };
  const unpack = async (part, target) => {
    const all = new Uint8Array(await new Response(unpacked(await part)).arrayBuffer());
    let at = all.indexOf(10) + 1;
    for (const [name, length] of JSON.parse(new TextDecoder().decode(all.subarray(0, at)))) {
      write(`${target}/${name}`, all.subarray(at, (at += length)));
    }
  };
  const module = () => python.pyimport("generator.web.site.browser");
  const rest = () => ["tool.code.bin", "python_stdlib.zip"].map(take);
  const whole = async (asked) => {
    const [code, standard] = asked;
    if (memory) write(STANDARD, await bytes(standard));
    await unpack(code, LIBRARIES);
    for (const name of Object.keys(libraries)) write(`${LIBRARIES}/${name}`, ""); // it is there already
  };
  let missing = memory ? module().ImportProbe() : null;
  for (const name of missing ? modules : []) write(`${LIBRARIES}/${name}`, "");
  const [data, project, about] = parts;
  await unpack(data, LIBRARIES);
  await unpack(project, PROJECT);
  write(`${PROJECT}/site.json`, await bytes(about));
  if (!memory) await whole(rest());
  let tool = null;
  const answered = (...asked) => {
    tool ??= module().Tool(PROJECT);
    const told = tool.ask(...asked);
    const { status, form, name } = told;
    const content = told.content.toJs();
    told.destroy();
    return { status, form, name, content };
  };
  return async (...asked) => {
    let found = null;
    try {
      found = answered(...asked);
    } catch (error) {
      if (!missing?.asked) throw error;
    }
    if (!missing?.asked) return found;
    missing.end();
    missing = tool = null;
    await whole(rest()); // some 5 MB, which few games need
    return answered(...asked);
  };
}

/** What Pyodide is begun with: compiled libraries lie where they lay when the memory was kept, and the memory has room. */
export function options(libraries, filled = null, room = 0) {
  const createPyodideModule = async (settings) => {
    const locate = settings.locateFile;
    settings.dynamicLibraries = Object.keys(libraries).map((name) => `${LIBRARIES}/${name}`);
    settings.locateFile = (path) => locate(libraries[path.slice(LIBRARIES.length + 1)] ?? path);
    const { default: make } = await import(locate("pyodide.asm.mjs"));
    const made = await make(settings);
    await filled;
    if (made.HEAP8.length < room) made.growMemory(room);
    return made;
  };
  return { createPyodideModule };
}

function unpacked(answer) {
  return answer.body.pipeThrough(new DecompressionStream("gzip"));
}

async function bytes(part) {
  return new Uint8Array(await (await part).arrayBuffer());
}

/** Unpack a file into its place, as it comes. */
async function fill(place, part) {
  const reader = unpacked(await part).getReader();
  for (let at = 0, { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    place.set(value, at);
    at += value.length;
  }
}
