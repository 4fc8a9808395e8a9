// What scripts take for granted of the workshop's own pages: an element that is asked for by its name is there, and is
// what its page says. Names, arguments and whatever is not of a page are checked.

interface PageParts {
  alt: any;
  checked: any;
  click: any;
  closest(selectors: string): any;
  content: any;
  dataset: any;
  defaultValue: any;
  disabled: any;
  elements: any;
  files: any;
  form: any;
  hidden: any;
  href: any;
  id: string;
  method: any;
  offsetLeft: any;
  offsetWidth: any;
  open: any;
  src: any;
  style: any;
  tBodies: any;
  tHead: any;
  value: any;
  blur: any;
  focus: any;
}
interface Element extends PageParts {}
interface EventTarget extends PageParts {}
interface Event {
  detail: any;
}
