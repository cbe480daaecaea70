// Forms over a pane: the bot's modals, and the page's own questions.

import { COMPONENT } from "./discord.js";
import { freshId, h, lengthOf } from "./dom.js";
import { interact } from "./net.js";

/**
 * Shows a form within `host`. `submit(values)` throws an Error with words, or the form closes.
 * fields: [{ id, label, description?, paragraph?, value?, placeholder?, required?, min?, max?, text? }], or with `options`
 * ([{ label, value, description?, default? }]) to pick from: `many`, else one; `list`: in a list that opens.
 */
export function showForm(host, { title, fields, action = "Submit", note, submit, testid = "modal" }) {
  const back = focusPoint(host, document.activeElement);
  const heading = freshId("form");
  const problem = h("p.form-problem", { role: "alert", data: { testid: "form-problem" } });
  const inputs = fields.map((field) => [field, field.text === undefined ? input(field) : null]);
  const close = () => {
    veil.remove();
    back();
  };
  const send = h("button.button.primary", { type: "submit", data: { testid: "modal-submit" } }, action);
  const form = h("form.form", { role: "dialog", "aria-modal": "true", "aria-labelledby": heading, data: { testid }, novalidate: true },
    h("header.form-head", {}, h("h2", { id: heading }, title),
      h("button.plain.icon", { type: "button", "aria-label": "Close", onclick: close }, "✕")),
    note && h("p.subtext", {}, note),
    h("div.form-fields", {}, inputs.map(([field, control]) => (control ? row(field, control) : h("p", {}, field.text)))),
    problem,
    h("footer.form-foot", {},
      h("button.button.secondary", { type: "button", data: { testid: "modal-cancel" }, onclick: close }, "Cancel"), send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = inputs.find(([field, control]) => control && complaint(field, control));
    problem.textContent = wrong ? complaint(...wrong) : "";
    if (wrong) return wrong[1].focus();
    send.disabled = true;
    try {
      await submit(Object.fromEntries(inputs.filter(([, c]) => c).map(([field, control]) => [field.id, control.given?.() ?? control.value])));
      close();
    } catch (error) {
      problem.textContent = error.message;
      send.disabled = false;
    }
    return undefined;
  });
  form.addEventListener("keydown", (event) => keys(event, form, close));
  const veil = h("div.veil", { onmousedown: (event) => event.target === veil && close() }, form);
  host.append(veil);
  (form.querySelector("input, select, textarea") ?? send).focus();
  return close;
}

/**
 * A way back to where the focus was. What the form brought about may have drawn that message again: then to the button
 * of the same words in it, or to the message.
 */
function focusPoint(host, element) {
  const message = element?.closest("[data-message-id]");
  return () => {
    if (element?.isConnected) return element.focus();
    const again = message && host.querySelector(`[data-message-id="${message.dataset.messageId}"]`);
    const same = [...(again?.querySelectorAll("button") ?? [])].find((e) => e.textContent === element.textContent && !e.disabled);
    if (again) again.tabIndex = -1;
    return (same ?? again)?.focus({ preventScroll: true });
  };
}

function input(field) {
  if (field.options) return field.list ? list(field) : group(field);
  const shared = {
    id: freshId("input"), value: field.value ?? "", placeholder: field.placeholder,
    "aria-required": field.required === false ? null : "true", autocomplete: "off",
    data: { testid: "input", customId: field.id },
  };
  return field.paragraph ? h("textarea.form-input", { ...shared, rows: "4" }) : h("input.form-input", { ...shared, type: "text" });
}

/** A radio group, or a group of checkboxes: all its options in sight. */
function group(field) {
  const name = freshId("group");
  const boxes = field.options.map((option) => h("input", {
    type: field.many ? "checkbox" : "radio", name, id: freshId("option"), value: option.value, checked: !!option.default,
    "aria-describedby": option.description ? `${name}-${option.value}` : null,
    data: { testid: "option", customId: field.id },
  }));
  const control = h("fieldset.form-group", { id: name, data: { customId: field.id } },
    h("legend", {}, field.label, needed(field)), field.description && h("p.subtext", {}, field.description),
    field.options.map((option, n) => h("div.form-option", {}, boxes[n], h("label", { for: boxes[n].id }, option.label),
      option.description && h("p.subtext", { id: `${name}-${option.value}` }, option.description))));
  control.given = () => {
    const picked = boxes.filter((box) => box.checked).map((box) => box.value);
    return field.many ? picked : picked[0] ?? "";
  };
  control.focus = () => (boxes.find((box) => box.checked) ?? boxes[0]).focus();
  return control;
}

function list(field) {
  const lines = field.options.map((option) => h("option", { value: option.value, selected: !!option.default }, option.label));
  const shared = { id: freshId("input"), data: { testid: "input", customId: field.id } };
  return h("select.form-input", shared, field.options.some((option) => option.default) ? null : h("option", { value: "" }, "–"), lines);
}

function needed(field) {
  return field.required === false ? null : h("span.needed", { "aria-hidden": "true" }, " *");
}

function row(field, control) {
  if (control.given) return control;
  const label = h("label", { for: control.id }, field.label, needed(field));
  return h("div.form-row", {}, label, field.description && h("p.subtext", {}, field.description), control);
}

function complaint(field, control) {
  const count = lengthOf(String(control.given?.() ?? control.value));
  if (count === 0) return field.required === false ? "" : `${field.label}: this field is required`;
  if (field.min && count < field.min) return `${field.label}: at least ${field.min} characters`;
  if (field.max && count > field.max) return `${field.label}: at most ${field.max} characters`;
  return "";
}

/** Escape closes; Tab stays within the form. */
function keys(event, form, close) {
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    close();
  }
  if (event.key === "Enter" && event.target.tagName === "TEXTAREA" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  if (event.key !== "Tab") return;
  const stops = [...form.querySelectorAll("button, input, select, textarea")].filter((e) => !e.disabled);
  const [first, last] = [stops[0], stops.at(-1)];
  const from = document.activeElement;
  if (event.shiftKey ? from === first : from === last) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}

/** Shows a bot's modal: the answer of an interaction that opened it. */
export function showModal(host, { interaction, modal, view }) {
  const fields = modal.components.map((row) => {
    if (row.type === COMPONENT.TEXT) return { text: row.content };
    const control = row.type === COMPONENT.LABEL ? row.component : row.components[0];
    return {
      id: control.custom_id, label: row.label ?? control.label, description: row.description, paragraph: control.style === 2,
      value: control.value, placeholder: control.placeholder, required: control.required !== false,
      min: control.min_length, max: control.max_length, ...choices(control),
    };
  });
  return showForm(host, {
    title: modal.title, fields,
    submit: async (values) => {
      const result = await interact(view.person, view.channel, "modal", { interaction, values });
      if (result.outcome === "failed") throw new Error("Something went wrong: the bot did not answer. Try again.");
    },
  });
}

/** The options of a field that is no text. */
function choices(control) {
  if (control.type === COMPONENT.CHECKBOX) {
    return { options: [{ label: "Yes", value: "true", default: control.default }], many: true, required: false };
  }
  if (!control.options) return {};
  const many = control.type === COMPONENT.CHECKBOXES || control.max_values > 1;
  return { options: control.options, many, list: control.type === COMPONENT.LIST && !many };
}
