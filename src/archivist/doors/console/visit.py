"""One visit: who looks, in which language, at which project; and how a page or a refusal is drawn for them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from archivist.doors.console.pages import render
from archivist.doors.console.words import LANGUAGES, preferred, speak
from archivist.doors.http.door import Door
from archivist.doors.http.problems import Refusal
from archivist.errors import ArchivistError, Invalid, NotAuthenticated, NotFound, NotPermitted
from archivist.services.tokens import authenticate
from archivist.session import Session

COOKIE: Final = "archivist_token"
LANGUAGE_COOKIE: Final = "archivist_language"
YEAR_S: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visit:
    """A request with the person behind it."""

    request: Request
    session: Session
    language: str

    def page(self, template: str, code: int = 200, **values: Any) -> Response:
        """A page, with the values its template names; `code` is the status of the answer."""
        return render(self, template, code, values)

    def say(self, text: str, **places: object) -> str:
        """Words of ours in the visitor's language."""
        return speak(self.language, text, **places)

    def to(self, path: str, text: str, **places: object) -> Response:
        """Go to a page, which then says what was done."""
        joint = "&" if "?" in path else "?"
        return RedirectResponse(f"{path}{joint}said={quote(self.say(text, **places))}", 303)

    async def form(self) -> dict[str, str]:
        """The fields of a form as text.

        Raises:
            Invalid: a field is a file, or is given twice.
        """
        fields: dict[str, str] = {}
        for name, value in (await self.request.form()).multi_items():
            if not isinstance(value, str) or name in fields:
                raise Invalid(name, "must be given once, as text")
            fields[name] = value.replace("\r\n", "\n")
        return fields

    @property
    def door(self) -> Door:
        found: Door = self.request.app.state.door
        return found


Page = Callable[[Visit], Awaitable[Response]]


def page(draw: Page) -> Callable[[Request], Awaitable[Response]]:
    """Let the visitor in, draw, and turn every refusal into a page that says what to do."""

    @wraps(draw)
    async def endpoint(request: Request) -> Response:
        door: Door = request.app.state.door
        spoken = language_of(request)
        try:
            visitor = await door.run(lambda: door.admit(request))
        except NotAuthenticated:
            return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
        except Refusal as refusal:
            return Response(str(refusal), refusal.status)
        visit = Visit(request, visitor.session, spoken)
        try:
            return await draw(visit)
        except ArchivistError as exc:
            return visit.page("error.html", _status(exc), problem=exc.message, hint=exc.hint)

    return endpoint


def language_of(request: Request) -> str:
    """The language a person chose, or the one their browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in LANGUAGES else preferred(request.headers.get("accept-language", ""))


async def login(request: Request) -> Response:
    """Ask for a token, and keep it in a cookie that no script can read and no other site can send."""
    door: Door = request.app.state.door
    visit = Visit(request, door.app.acting_as("nobody"), language_of(request))
    if request.method == "GET":
        return visit.page("login.html", next=_own_path(request.query_params.get("next", "/")), refused=False)
    fields = await visit.form()
    secret = fields.get("token", "").strip()
    try:
        await door.run(lambda: authenticate(door.app.resources, secret))
    except NotAuthenticated:
        return visit.page("login.html", 401, next=_own_path(fields.get("next", "/")), refused=True)
    response = RedirectResponse(_own_path(fields.get("next", "/")), 303)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=YEAR_S, httponly=True, samesite="strict", secure=secure)
    return response


async def leave(request: Request) -> Response:
    """Forget the token."""
    response = RedirectResponse("/login", 303)
    response.delete_cookie(COOKIE)
    return response


async def language(request: Request) -> Response:
    """Speak another language from now on, and stay on the page."""
    code = request.path_params["code"]
    back = urlsplit(request.headers.get("referer", "/"))
    response = RedirectResponse(_own_path(back.path + (f"?{back.query}" if back.query else "")), 303)
    if code in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, code, max_age=YEAR_S, samesite="strict")
    return response


def _own_path(path: str) -> str:
    """A path on this server, never an address elsewhere."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


def _status(exc: ArchivistError) -> int:
    if isinstance(exc, NotFound):
        return 404
    return 403 if isinstance(exc, NotPermitted) else 422 if isinstance(exc, Invalid) else 409
