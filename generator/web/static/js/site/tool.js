// The tool itself, run by Pyodide: in a worker of a page, and in node for the tests.

const LIBRARIES = "/lib/python3.14/site-packages";
const PROJECT = "/project";

/** What answers for one game.

`take(name)` gives the bytes of a file that lies below `tool/`; `load` is Pyodide's own function, with its options. */
export async function opened(load, options, take, game) {
  const text = async (name) => JSON.parse(new TextDecoder().decode(await take(name)));
  const [python, { wheels }] = await Promise.all([load(options), text("tool.json")]);
  const unpack = async (name, form, folder) => python.unpackArchive(new Uint8Array(await take(name)), form, { extractDir: folder });
  for (const name of wheels) await unpack(name, "wheel", LIBRARIES);
  await unpack("tool.zip", "zip", LIBRARIES);
  python.FS.mkdirTree(PROJECT);
  await unpack(`${game}.zip`, "zip", PROJECT);
  python.FS.writeFile(`${PROJECT}/site.json`, new Uint8Array(await take("site.json")));
  const tool = python.pyimport("generator.web.site.browser").Tool(PROJECT);
  return (address, language, accept) => {
    const told = tool.ask(address, language, accept);
    const { status, form, name } = told;
    const content = told.content.toJs();
    told.destroy();
    return { status, form, name, content };
  };
}
