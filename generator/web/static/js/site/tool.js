// The tool itself, run by Pyodide: in a worker of a page, and in node for the tests.

const LIBRARIES = "/lib/python3.14/site-packages";
const PROJECT = "/project";

/** What answers for one game.

`take(name)` gives the bytes of a file that lies below `tool/`; `load` is Pyodide's own function, with its options. */
export async function opened(load, options, take, game) {
  const parts = ["tool.zip", `${game}.zip`, "site.json"].map(take); // all are asked for at once
  const wheels = take("tool.json").then((told) => JSON.parse(new TextDecoder().decode(told)).wheels.map(take));
  const python = await load(options);
  const unpack = async (part, form, folder) => python.unpackArchive(new Uint8Array(await part), form, { extractDir: folder });
  for (const wheel of await wheels) await unpack(wheel, "wheel", LIBRARIES);
  const [house, project, about] = parts;
  await unpack(house, "zip", LIBRARIES);
  python.FS.mkdirTree(PROJECT);
  await unpack(project, "zip", PROJECT);
  python.FS.writeFile(`${PROJECT}/site.json`, new Uint8Array(await about));
  const tool = python.pyimport("generator.web.site.browser").Tool(PROJECT);
  return (address, language, accept) => {
    const told = tool.ask(address, language, accept);
    const { status, form, name } = told;
    const content = told.content.toJs();
    told.destroy();
    return { status, form, name, content };
  };
}
